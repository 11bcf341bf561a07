package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** {@code Prefer: return=representation} on a POST, against a real Postgres. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class PreferIT {
    private static final String APPLIED = "Preference-Applied";

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    private Api api;
    private Rows rows;

    @BeforeEach
    void connect() {
        api = new Api(base);
        rows = new Rows(database);
    }

    @Test
    void aFinishedJobsResultAnswersThePostOfAClientThatPrefersIt() {
        // Given a finished job
        Map<String, Object> body = Bodies.publicDecrypt();
        UUID jobId = finished(body, "2a");

        // When its content is posted again, once with the preference and once without
        Reply preferring = postPreferring(body);
        Reply plain = api.post(PUBLIC_DECRYPT, body);

        // Then the first gets what a poll gets, and the second the old job's id
        preferring.assertSucceeded();
        assertThat(preferring.http().headers().firstValue(APPLIED)).hasValue("return=representation");
        assertThat(preferring.json().at("/result/decryptedValue").asText()).isEqualTo("2a");
        assertThat(preferring.json().at("/job/id").asText()).isEqualTo(jobId.toString());
        assertThat(preferring.retryAfter()).isEmpty();
        assertThat(plain.jobId()).isEqualTo(jobId);
        assertThat(plain.http().headers().firstValue(APPLIED)).isEmpty();
    }

    @Test
    void aJobWithoutResultIsAnswered202WhateverTheClientPrefers() {
        // Given content that was never posted
        Map<String, Object> body = Bodies.publicDecrypt();

        // When it is posted as a new request, while that is active, and after it failed
        Reply first = postPreferring(body);
        Reply duplicate = postPreferring(body);
        rows.end(PUBLIC_DECRYPT, first.jobId(), "failure", "internal_server_error", "The transaction was not sent");
        Reply next = postPreferring(body);

        // Then all are accepted, and the preference was not applied
        assertThat(duplicate.jobId()).isEqualTo(first.jobId());
        assertThat(next.jobId()).isNotEqualTo(first.jobId());
        for (Reply reply : new Reply[] {first, duplicate, next}) {
            assertThat(reply.http().headers().firstValue(APPLIED)).isEmpty();
        }
    }

    private UUID finished(Map<String, Object> body, String value) {
        UUID jobId = api.post(PUBLIC_DECRYPT, body).jobId();
        byte[] gatewayId = new byte[32];
        System.arraycopy(jobId.toString().getBytes(StandardCharsets.US_ASCII), 0, gatewayId, 0, 32);
        rows.received(PUBLIC_DECRYPT, jobId, gatewayId, "0x" + "7a".repeat(32));
        rows.completePublicDecrypt(jobId, """
                {"decryptedValue": "%s", "signatures": ["cd"], "extraData": "0x00"}""".formatted(value));
        return jobId;
    }

    private Reply postPreferring(Map<String, Object> body) {
        try {
            return api.send(api.request(PUBLIC_DECRYPT)
                    .header("Prefer", "return=representation")
                    .POST(BodyPublishers.ofByteArray(Api.JSON.writeValueAsBytes(body))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
