package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;
import static org.relayersuite.intake.Bodies.USER_DECRYPT;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.intake.json.StrictJson;
import org.relayersuite.store.sql.Database;

/** The header {@code Idempotency-Key}, against a real Postgres. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class IdempotencyKeyHttpIT {
    private static final String HEADER = "Idempotency-Key";

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

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT})
    void aHundredIdenticalRequestsAtOnceUnderOneKeyAreOneJob(String path) throws Exception {
        // Given
        Map<String, Object> body = Bodies.of(path);
        String key = UUID.randomUUID().toString();
        long before = rows.count(Rows.table(path), "true");
        List<Callable<UUID>> posts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            posts.add(() -> post(path, body, key).jobId());
        }

        // When all post it at the same time
        Set<UUID> jobIds = new HashSet<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<UUID> post : clients.invokeAll(posts)) {
                jobIds.add(post.get());
            }
        }

        // Then
        assertThat(jobIds).hasSize(1);
        assertThat(rows.count(Rows.table(path), "true")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"failure", "timed_out"})
    void theSameKeyGivesTheFirstJobAgainHoweverItEnded(String end) {
        // Given a job that ended without a result
        Map<String, Object> body = Bodies.inputProof();
        String key = "again-" + end;
        UUID first = post(INPUT_PROOF, body, key).jobId();
        rows.end(INPUT_PROOF, first, end, "response_timed_out", "too late");

        // When its client repeats the request, and somebody sends the content without the key
        UUID again = post(INPUT_PROOF, body, key).jobId();
        UUID unkeyed = api.post(INPUT_PROOF, body).jobId();

        // Then
        assertThat(again).isEqualTo(first);
        assertThat(unkeyed).isNotEqualTo(first);
    }

    @Test
    void aRepeatedRequestIsToldItsJobAlsoAfterItsValidityHasEnded() throws Exception {
        // Given a job whose request, posted for the first time now, would be refused: its window has passed
        Map<String, Object> expired = Bodies.userDecrypt();
        expired.put("requestValidity", Map.of("startTimestamp", "1600000000", "durationDays", "1"));
        api.post(USER_DECRYPT, expired).assertProblem(400, "validation_failed");
        UUID first = post(USER_DECRYPT, Bodies.userDecrypt(), "posted-long-ago").jobId();
        StrictJson json = new StrictJson();
        database.query(
                "UPDATE idempotency_key SET body_digest = $1 WHERE key = 'posted-long-ago'",
                json.digest(json.read(Api.JSON.writeValueAsBytes(expired)))
                        .value()
                        .toArray());

        // When its client repeats it
        UUID again = post(USER_DECRYPT, expired, "posted-long-ago").jobId();

        // Then
        assertThat(again).isEqualTo(first);
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefusedAndNothingIsStored() {
        // Given
        String key = "reused";
        UUID first = post(INPUT_PROOF, Bodies.inputProof(), key).jobId();
        long before = rows.countAll();

        // When
        Reply reply = post(INPUT_PROOF, Bodies.inputProof(), key);

        // Then
        reply.assertProblem(422, "idempotency_key_reused");
        assertThat(rows.countAll()).isEqualTo(before);
        assertThat(api.get(INPUT_PROOF + "/" + first).status()).isEqualTo(202);
    }

    @Test
    void theOrderOfKeysAndWhiteSpaceMakeNoOtherBody() throws Exception {
        // Given
        Map<String, Object> body = Bodies.inputProof();
        UUID first = post(INPUT_PROOF, body, "same-document").jobId();
        rows.end(INPUT_PROOF, first, "failure", "internal_server_error", "x");

        // When the same document comes written differently
        byte[] rewritten = Api.JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(new TreeMap<>(body));

        // Then
        assertThat(send(INPUT_PROOF, rewritten, "same-document").jobId()).isEqualTo(first);
    }

    @Test
    void aKeyBelongsToItsEndpoint() {
        UUID proof = post(INPUT_PROOF, Bodies.inputProof(), "one-text").jobId();
        UUID decrypt = post(PUBLIC_DECRYPT, Bodies.publicDecrypt(), "one-text").jobId();
        assertThat(decrypt).isNotEqualTo(proof);
    }

    @Test
    void aRefusedRequestLeavesItsKeyFree() {
        // Given a body that is not valid
        Map<String, Object> body = Bodies.inputProof();
        body.put("extraData", "0x01");
        post(INPUT_PROOF, body, "free").assertProblem(400, "validation_failed");

        // Then the mended one may use its key
        body.put("extraData", "0x00");
        post(INPUT_PROOF, body, "free").assertAccepted();
    }

    @Test
    void aKeyOfTheLargestSizeIsTaken() {
        post(INPUT_PROOF, Bodies.inputProof(), "~".repeat(255)).assertAccepted();
    }

    private Reply post(String path, Map<String, Object> body, String key) {
        try {
            return send(path, Api.JSON.writeValueAsBytes(body), key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply send(String path, byte[] body, String key) {
        HttpRequest.Builder request = api.request(path).header(HEADER, key);
        return api.send(request.POST(BodyPublishers.ofByteArray(body)));
    }
}
