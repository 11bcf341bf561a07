package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import org.relayersuite.intake.Api.Reply;

/** Whoever has the password of the management port. */
final class Operator {
    private final Api api;

    Operator(URI management) {
        this.api = new Api(management);
    }

    /** A key as it is told once. */
    record Key(UUID id, String secret) {}

    Key createKey(Map<String, Object> grant) {
        Reply reply = post("/admin/api-keys", new String(Api.bytes(grant), StandardCharsets.UTF_8));
        assertThat(reply.status()).as(reply.http().body()).isEqualTo(201);
        return new Key(
                UUID.fromString(reply.json().at("/apiKey/id").asText()),
                reply.json().get("key").asText());
    }

    Reply get(String path) {
        return api.send(authorized(api.request(path)));
    }

    Reply post(String path, String body) {
        return api.send(authorized(api.request(path)).POST(BodyPublishers.ofString(body)));
    }

    Reply delete(String path) {
        return api.send(authorized(api.request(path)).DELETE());
    }

    private static HttpRequest.Builder authorized(HttpRequest.Builder request) {
        String credentials = "ops:" + PostgresResource.MANAGEMENT_PASSWORD;
        return request.header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    }
}
