package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.intake.document.DocumentSchemas;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.store.sql.Database;

/** The service's answers are those that its OpenAPI document describes, and the document is served. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class OpenApiIT {
    private static final String SIGNATURE = "cd".repeat(65);

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    private final DocumentSchemas schemas = DocumentSchemas.load();
    private Api api;
    private Rows rows;

    @BeforeEach
    void connect() {
        api = new Api(base);
        rows = new Rows(database);
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void aJobIsAnsweredAsDescribedFromItsPostToItsResult(Endpoint endpoint) {
        Reply posted = api.post(endpoint.path(), Bodies.of(endpoint.path()));
        assertDescribed(endpoint.path(), "post", posted);
        UUID jobId = posted.jobId();
        assertPoll(endpoint, jobId, 202);

        rows.received(endpoint.path(), jobId, new byte[32], "0x" + "33".repeat(32));
        assertPoll(endpoint, jobId, 202);

        complete(endpoint, jobId);
        assertPoll(endpoint, jobId, 200);
    }

    private void complete(Endpoint endpoint, UUID jobId) {
        switch (endpoint.kind()) {
            case INPUT_PROOF ->
                rows.completeInputProof(
                        jobId,
                        true,
                        "{\"handles\": [\"%s\"], \"signatures\": [\"0x%s\"]}"
                                .formatted(Bodies.handle(8009), SIGNATURE));
            case PUBLIC_DECRYPT ->
                rows.completePublicDecrypt(
                        jobId,
                        "{\"decryptedValue\": \"2a\", \"signatures\": [\"%s\"], \"extraData\": \"0x00\"}"
                                .formatted(SIGNATURE));
            case USER_DECRYPT ->
                rows.completeUserDecrypt(
                        jobId,
                        "{\"shares\": [{\"index\": 0, \"payload\": \"c0ffee\", \"signature\": \"%s\", \"extraData\": \"0x00\"}]}"
                                .formatted(SIGNATURE));
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void refusalsAreAnsweredAsDescribed(Endpoint endpoint) {
        String path = endpoint.path();
        for (Reply reply : List.of(
                api.post(path, "{".getBytes(StandardCharsets.UTF_8)),
                api.post(path, Map.of()),
                api.post(path, List.of()),
                api.post(path, new byte[2 * 1024 * 1024 + 1]),
                api.send(api.request(path).header("Content-Type", "text/html").POST(BodyPublishers.ofString("{}"))))) {
            assertDescribed(path, "post", reply);
        }
        for (Reply reply : List.of(
                api.get(path + "/x"),
                api.get(path + "/" + UUID.randomUUID()),
                api.get(path + "/" + UUID.randomUUID() + "?wait=x"))) {
            assertDescribed(path + "/{job_id}", "get", reply);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "timed_out, readiness_check_timed_out, 504",
        "timed_out, response_timed_out, 504",
        "failure, not_allowed_on_host_acl, 400",
        "failure, validation_failed, 400",
        "failure, host_acl_failed, 500",
        "failure, internal_server_error, 500",
        "failure, protocol_paused, 503",
        "failure, insufficient_balance, 503",
        "failure, insufficient_allowance, 503"
    })
    void endsWithoutAResultAreAnsweredAsDescribed(String state, String label, int status) {
        UUID jobId = api.post(Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt()).jobId();
        rows.end(Bodies.PUBLIC_DECRYPT, jobId, state, label, "A reason");

        assertPoll(Endpoint.PUBLIC_DECRYPT, jobId, status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v2/keyurl", "/liveness", "/healthz", "/version", "/openapi.json"})
    void whatHasNoJobIsAnsweredAsDescribed(String path) {
        assertDescribed(path, "get", api.get(path));
    }

    @Test
    void everyPathOfTheDocumentIsServed() {
        schemas.document().get("paths").fieldNames().forEachRemaining(path -> {
            String real = path.replace("{job_id}", UUID.randomUUID().toString());
            Reply reply = api.send(api.request(real).method("DELETE", BodyPublishers.noBody()));
            assertThat(reply.status()).as(path).isEqualTo(405);
            assertDescribed(
                    path, schemas.document().get("paths").get(path).fieldNames().next(), reply);
        });
    }

    @Test
    void theDocumentIsServedInBothNotations() {
        Reply yaml = api.get("/openapi.yaml");
        Reply json = api.get("/openapi.json");

        assertThat(yaml.http().headers().firstValue("Content-Type")).hasValue("application/yaml");
        assertThat(yaml.http().body()).contains("openapi: 3.1.0");
        assertThat(json.json().get("openapi").asText()).isEqualTo("3.1.0");
    }

    @Test
    void theDocumentIsServedAsAPageThatMayLoadNothing() {
        Reply page = api.get("/docs");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.http().headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.http().headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none';"));
        assertThat(page.http().body()).contains("/v3/user-decrypt", "idempotency_key_reused");
    }

    private void assertPoll(Endpoint endpoint, UUID jobId, int status) {
        Reply reply = api.get(endpoint.path() + "/" + jobId);
        assertThat(reply.status()).as(reply.http().body()).isEqualTo(status);
        assertDescribed(endpoint.path() + "/{job_id}", "get", reply);
    }

    private void assertDescribed(String path, String method, Reply reply) {
        String where = "%s %s: %s %s"
                .formatted(method, path, reply.http(), reply.http().body());
        JsonNode response = schemas.response(path, method, reply.status());
        JsonNode mediaType = response.at("/content/application~1json");
        assertThat(mediaType.isMissingNode()).as(where).isFalse();
        assertThat(schemas.issues(mediaType, reply.json())).as(where).isEmpty();
        if (reply.json().has("error")) {
            assertThat(mediaType
                            .get("examples")
                            .has(reply.json().at("/error/label").asText()))
                    .as(where)
                    .isTrue();
        }
        described(response).forEach((header, required) -> {
            if (required) {
                assertThat(reply.http().headers().firstValue(header))
                        .as(where + " " + header)
                        .isPresent();
            }
        });
        for (String ours :
                List.of("Retry-After", "Vary", "Allow", "Age", "Last-Modified", "RateLimit", "Preference-Applied")) {
            if (reply.http().headers().firstValue(ours).isPresent()) {
                assertThat(described(response)).as(where).containsKey(ours);
            }
        }
    }

    /** The headers of a response, and whether it always has them. */
    private Map<String, Boolean> described(JsonNode response) {
        Map<String, Boolean> headers = new TreeMap<>();
        response.path("headers")
                .properties()
                .forEach(header -> headers.put(
                        header.getKey(),
                        schemas.resolved(header.getValue()).path("required").asBoolean()));
        return headers;
    }
}
