package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** The limits of clients, and of what may wait (spec/relayer.md 0.7). Each test comes from addresses of its own. */
@QuarkusTest
@TestProfile(LimitsIT.Limited.class)
@QuarkusTestResource(value = PostgresResource.class, restrictToAnnotatedClass = true)
class LimitsIT {
    private static final AtomicInteger NEXT = new AtomicInteger(1);

    public static final class Limited implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.ofEntries(
                    Map.entry("relayer.http.trusted-proxies", "127.0.0.0/8,::1"),
                    Map.entry("relayer.http.queue-length-max-age", "0.01S"),
                    Map.entry("relayer.rate-limit.enabled", "true"),
                    Map.entry("relayer.rate-limit.per-ip.requests-per-second", "0.01"),
                    Map.entry("relayer.rate-limit.per-ip.burst", "3"),
                    Map.entry("relayer.rate-limit.per-user-address.requests-per-second", "0.01"),
                    Map.entry("relayer.rate-limit.per-user-address.burst", "4"),
                    Map.entry("relayer.rate-limit.polls.requests-per-second", "0.01"),
                    Map.entry("relayer.rate-limit.polls.burst", "2"),
                    Map.entry("relayer.rate-limit.poll-memory", "60S"),
                    Map.entry("relayer.gateway.tx-engine.tx-throttlers.public-decrypt.capacity", "5"),
                    Map.entry("relayer.gateway.tx-engine.tx-throttlers.public-decrypt.safety-margin", "2"));
        }
    }

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
        database.query("DELETE FROM public_decrypt_req");
    }

    private static String newAddress() {
        return "198.51.100." + NEXT.getAndIncrement();
    }

    private static Map<String, Object> proofOf(String user) {
        Map<String, Object> body = Bodies.inputProof();
        body.put("userAddress", user);
        return body;
    }

    private static String newUser() {
        return "0x%040x".formatted(0x1000 + NEXT.getAndIncrement());
    }

    private Reply post(String from, String path, Object body) {
        return api.send(
                api.request(path).header("X-Forwarded-For", from).POST(BodyPublishers.ofByteArray(Api.bytes(body))));
    }

    private Reply poll(String from, String path) {
        return api.send(api.request(path).header("X-Forwarded-For", from));
    }

    @Test
    void anAddressIsToldWhatItHasLeftAndThenToComeBackLater() {
        // Given
        String client = newAddress();

        // When it posts as often as it may, valid or not
        Reply first = post(client, Bodies.INPUT_PROOF, proofOf(newUser()));
        post(client, Bodies.INPUT_PROOF, Map.of()).assertProblem(400, "missing_fields");
        post(client, Bodies.INPUT_PROOF, proofOf(newUser())).assertAccepted();
        long before = rows.countAll();
        Reply refused = post(client, Bodies.INPUT_PROOF, proofOf(newUser()));

        // Then
        assertThat(first.http().headers().firstValue("RateLimit-Policy"))
                .contains("\"ip\";q=3;w=300, \"user-address\";q=4;w=400");
        assertThat(first.http().headers().firstValue("RateLimit").orElseThrow())
                .startsWith("\"ip\";r=2;t=")
                .contains("\"user-address\";r=3;t=");
        refused.assertProblem(429, "rate_limited");
        assertThat(refused.retryAfter().orElseThrow()).isBetween(90, 100);
        assertThat(refused.http().headers().firstValue("RateLimit"))
                .contains("\"ip\";r=0;t=" + refused.retryAfter().orElseThrow());
        assertThat(rows.countAll()).isEqualTo(before);
    }

    @Test
    void aClientCannotWriteItselfAnotherAddress() {
        // Given a client that writes a new address before the one that the proxy adds
        String client = newAddress();

        for (int i = 0; i < 3; i++) {
            post(newAddress() + ", " + client, Bodies.INPUT_PROOF, proofOf(newUser()))
                    .assertAccepted();
        }

        post(newAddress() + ", " + client, Bodies.INPUT_PROOF, proofOf(newUser()))
                .assertProblem(429, "rate_limited");
    }

    @Test
    void aUserAddressIsLimitedWhereverItsRequestsComeFrom() {
        String user = newUser();
        for (int i = 0; i < 4; i++) {
            post(newAddress(), Bodies.INPUT_PROOF, proofOf(user)).assertAccepted();
        }

        Reply refused = post(
                newAddress(), Bodies.INPUT_PROOF, proofOf(user.toUpperCase().replace('X', 'x')));

        refused.assertProblem(429, "rate_limited");
        assertThat(refused.http().headers().firstValue("RateLimit").orElseThrow())
                .contains("\"user-address\";r=0");
        post(newAddress(), Bodies.INPUT_PROOF, proofOf(newUser())).assertAccepted();
    }

    @Test
    void aPollIsNever429ButToldToComeBackMoreRarely() {
        // Given an unfinished job
        String client = newAddress();
        String path = Bodies.INPUT_PROOF + "/"
                + post(client, Bodies.INPUT_PROOF, proofOf(newUser())).jobId();

        // When it is polled more often than it may
        int usual = poll(client, path).retryAfter().orElseThrow();
        poll(client, path).assertAccepted();
        Reply tooOften = poll(client, path).assertAccepted();

        // Then
        assertThat(tooOften.retryAfter().orElseThrow()).isGreaterThan(2 * usual);
        assertThat(tooOften.json().at("/job/state").asText()).isEqualTo("queued");
        poll(newAddress(), path).assertAccepted();
    }

    @Test
    void aPollThatIsTooMuchAsksTheDatabaseNothing() {
        // Given a job that was told about, and a client beyond its limit
        String client = newAddress();
        String path = Bodies.INPUT_PROOF + "/"
                + post(client, Bodies.INPUT_PROOF, proofOf(newUser())).jobId();
        poll(client, path);
        poll(client, path);

        // Then it is answered while nobody can read the table
        database.inTransaction(session -> {
            session.query("LOCK TABLE input_proof_req IN ACCESS EXCLUSIVE MODE");
            poll(client, path + "?wait=20").assertAccepted();
            return null;
        });
    }

    @Test
    void anEventStreamThatIsOpenedTooOftenIsRefusedWithout429() {
        // Given a client beyond its limit
        String client = newAddress();
        String job =
                post(client, Bodies.INPUT_PROOF, proofOf(newUser())).jobId().toString();
        for (int i = 0; i < 2; i++) {
            poll(client, Bodies.INPUT_PROOF + "/" + job).assertAccepted();
        }

        assertThat(poll(client, "/v2/jobs/" + job + "/events").status()).isEqualTo(503);
    }

    @Test
    void aPollThatIsTooMuchStillTellsTheTruthAboutWhatIsNotRemembered() {
        // Given a client beyond its limit, and a job that nobody asked about
        String client = newAddress();
        UUID job = post(client, Bodies.INPUT_PROOF, proofOf(newUser())).jobId();
        for (int i = 0; i < 3; i++) {
            poll(client, Bodies.INPUT_PROOF + "/" + UUID.randomUUID()).assertProblem(404, "not_found");
        }
        rows.end(Bodies.INPUT_PROOF, job, "failure", "internal_server_error", "it failed");

        // Then
        poll(client, Bodies.INPUT_PROOF + "/" + job).assertProblem(500, "internal_server_error");
    }

    @Test
    void whileTheQueueIsFullNewRequestsAreRefusedAndDuplicatesAreNot() {
        // Given as many waiting public decryptions as there is room for: 5 without the margin of 2
        Map<String, Object> known = Bodies.publicDecrypt();
        UUID job = post(newAddress(), Bodies.PUBLIC_DECRYPT, known).jobId();
        for (int i = 0; i < 2; i++) {
            post(newAddress(), Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt()).assertAccepted();
        }
        await().untilAsserted(() -> post(newAddress(), Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt())
                .assertProblem(429, "rate_limited"));
        long waiting = rows.count("public_decrypt_req", "true");

        // When
        Reply refused = post(newAddress(), Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt());
        Reply duplicate = post(newAddress(), Bodies.PUBLIC_DECRYPT, known);

        // Then
        assertThat(refused.assertProblem(429, "rate_limited").retryAfter()).isPresent();
        assertThat(duplicate.jobId()).isEqualTo(job);
        assertThat(rows.count("public_decrypt_req", "true")).isEqualTo(waiting);
        post(newAddress(), Bodies.INPUT_PROOF, proofOf(newUser())).assertAccepted();

        // When there is room again
        database.query("UPDATE public_decrypt_req SET req_status = 'failure', err_label = 'internal_server_error',"
                + " err_reason = 'it failed'");

        // Then
        await().untilAsserted(() -> post(newAddress(), Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt())
                .assertAccepted());
    }

    @Test
    void whileTheQueueIsFullAnIdempotencyKeyStillStandsForItsJob() {
        // Given a submission with a key that failed, and a full queue
        Map<String, Object> body = Bodies.publicDecrypt();
        UUID job = keyed("full-queue", body).jobId();
        rows.end(Bodies.PUBLIC_DECRYPT, job, "failure", "internal_server_error", "it failed");
        await().untilAsserted(() -> post(newAddress(), Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt())
                .assertProblem(429, "rate_limited"));

        // Then
        assertThat(keyed("full-queue", body).jobId()).isEqualTo(job);
        keyed("full-queue", Bodies.publicDecrypt()).assertProblem(422, "idempotency_key_reused");
        post(newAddress(), Bodies.PUBLIC_DECRYPT, body).assertProblem(429, "rate_limited");
    }

    private Reply keyed(String key, Object body) {
        return api.send(api.request(Bodies.PUBLIC_DECRYPT)
                .header("X-Forwarded-For", newAddress())
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofByteArray(Api.bytes(body))));
    }
}
