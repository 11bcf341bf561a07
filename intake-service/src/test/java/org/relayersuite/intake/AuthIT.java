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
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.access.ApiKeySecret;
import org.relayersuite.store.sql.Database;

/** The API while it asks for keys (spec/relayer.md 0.8). */
@QuarkusTest
@TestProfile(AuthIT.WithKeys.class)
@QuarkusTestResource(value = PostgresResource.class, restrictToAnnotatedClass = true)
class AuthIT {
    public static final class WithKeys implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "relayer.auth.mode", "api-key",
                    "relayer.http.enable-admin-endpoint", "true",
                    "relayer.http.admin-refresh", "1S",
                    "relayer.rate-limit.enabled", "true",
                    "relayer.rate-limit.per-user-address.burst", "1000");
        }
    }

    @TestHTTPResource
    URI base;

    @TestHTTPResource(value = "/", management = true)
    URI management;

    @Inject
    Database database;

    private Api api;
    private Operator operator;

    @BeforeEach
    void connect() {
        api = new Api(base);
        operator = new Operator(management);
    }

    @Test
    void withoutAUsableKeyNothingIsServedAndNothingStored() {
        long before = new Rows(database).countAll();
        String unknown = ApiKeySecret.random(new SecureRandom()).reveal();
        String expired = expired();

        for (String key : new String[] {null, "", "junk", unknown, expired}) {
            Reply post = post(key, Bodies.INPUT_PROOF, Bodies.inputProof());
            post.assertProblem(401, "unauthorized");
            assertThat(post.http().headers().firstValue("WWW-Authenticate")).contains("Bearer");
            get(key, Bodies.INPUT_PROOF + "/" + UUID.randomUUID()).assertProblem(401, "unauthorized");
            get(key, "/v2/jobs/" + UUID.randomUUID() + "/events").assertProblem(401, "unauthorized");
        }
        assertThat(new Rows(database).countAll()).isEqualTo(before);
    }

    private String expired() {
        Operator.Key key = operator.createKey(Map.of(
                "owner", "late", "expiresAt", Instant.now().plusSeconds(3600).toString()));
        database.query("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", key.id());
        database.query("UPDATE admin_version SET version = version + 1");
        await().until(() ->
                get(key.secret(), Bodies.INPUT_PROOF + "/" + UUID.randomUUID()).status() == 401);
        return key.secret();
    }

    @Test
    void aKeyIsTakenFromItsHeaderOrAsABearerToken() {
        String key = operator.createKey(Map.of("owner", "alice")).secret();

        post(key, Bodies.INPUT_PROOF, Bodies.inputProof()).assertAccepted();
        for (String authorization : List.of("Bearer " + key, "bearer " + key)) {
            api.send(api.request(Bodies.INPUT_PROOF)
                            .header("Authorization", authorization)
                            .POST(BodyPublishers.ofByteArray(Api.bytes(Bodies.inputProof()))))
                    .assertAccepted();
        }
        api.send(api.request(Bodies.INPUT_PROOF)
                        .header("Authorization", "Basic " + key)
                        .POST(BodyPublishers.ofByteArray(Api.bytes(Bodies.inputProof()))))
                .assertProblem(401, "unauthorized");
    }

    @Test
    void aJobIsReadByThoseWhoPostedItAndUnknownToEverybodyElse() {
        // Given a job of alice's, and a second key of hers
        String alice = operator.createKey(Map.of("owner", "alice")).secret();
        String alicesOther = operator.createKey(Map.of("owner", "alice")).secret();
        String bob = operator.createKey(Map.of("owner", "bob")).secret();
        Map<String, Object> body = Bodies.inputProof();
        UUID job = post(alice, Bodies.INPUT_PROOF, body).jobId();
        String path = Bodies.INPUT_PROOF + "/" + job;

        // Then
        assertThat(get(alice, path).status()).isEqualTo(202);
        assertThat(get(alicesOther, path).status()).isEqualTo(202);
        get(bob, path).assertProblem(404, "not_found");
        get(bob, "/v2/jobs/" + job + "/events").assertProblem(404, "not_found");
        get(bob, path + "?wait=1").assertProblem(404, "not_found");

        // When bob posts the same content
        assertThat(post(bob, Bodies.INPUT_PROOF, body).jobId()).isEqualTo(job);

        // Then he has it, too
        assertThat(get(bob, path).status()).isEqualTo(202);
        assertThat(get(alice, path).status()).isEqualTo(202);
    }

    @Test
    void idempotencyKeysOfDifferentOwnersAreDifferentKeys() {
        String alice = operator.createKey(Map.of("owner", "alice")).secret();
        String bob = operator.createKey(Map.of("owner", "bob")).secret();

        UUID alices = post(alice, "same-name", Bodies.inputProof()).jobId();
        UUID bobs = post(bob, "same-name", Bodies.inputProof()).jobId();

        assertThat(bobs).isNotEqualTo(alices);
    }

    private Reply post(String key, String nameOrPath, Map<String, Object> body) {
        boolean named = !nameOrPath.startsWith("/");
        HttpRequest.Builder request = api.request(named ? Bodies.INPUT_PROOF : nameOrPath)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Api.bytes(body)));
        if (named) {
            request.header("Idempotency-Key", nameOrPath);
        }
        return api.send(withKey(request, key));
    }

    @Test
    void aKeyIsGoodForWhatItWasGranted() {
        // Given
        Operator.Key reader = operator.createKey(Map.of("owner", "carol", "readOnly", true));
        Operator.Key proofs = operator.createKey(Map.of("owner", "carol", "endpoints", List.of(Bodies.INPUT_PROOF)));
        UUID job =
                post(proofs.secret(), Bodies.INPUT_PROOF, Bodies.inputProof()).jobId();

        // Then
        post(reader.secret(), Bodies.INPUT_PROOF, Bodies.inputProof()).assertProblem(403, "forbidden");
        assertThat(get(reader.secret(), Bodies.INPUT_PROOF + "/" + job).status())
                .isEqualTo(202);
        post(proofs.secret(), Bodies.PUBLIC_DECRYPT, Bodies.publicDecrypt()).assertProblem(403, "forbidden");
        get(proofs.secret(), Bodies.PUBLIC_DECRYPT + "/" + job).assertProblem(403, "forbidden");

        // Nor is there another way to what the key is not for
        Operator.Key decryptions =
                operator.createKey(Map.of("owner", "carol", "endpoints", List.of(Bodies.PUBLIC_DECRYPT)));
        get(decryptions.secret(), "/v2/jobs/" + job + "/events").assertProblem(404, "not_found");
    }

    @Test
    void aRevokedKeyIsUselessAtOnceHereAndWithinSecondsWhereNoNotificationComes() {
        // Given
        Operator.Key here = operator.createKey(Map.of("owner", "dave"));
        Operator.Key elsewhere = operator.createKey(Map.of("owner", "dave"));

        // When one is revoked here, and one as by another pod whose notification is lost
        assertThat(operator.delete("/admin/api-keys/" + here.id()).status()).isEqualTo(200);
        database.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", elsewhere.id());
        database.query("UPDATE admin_version SET version = version + 1");

        // Then
        post(here.secret(), Bodies.INPUT_PROOF, Bodies.inputProof()).assertProblem(401, "unauthorized");
        await().untilAsserted(() -> post(elsewhere.secret(), Bodies.INPUT_PROOF, Bodies.inputProof())
                .assertProblem(401, "unauthorized"));
    }

    @Test
    void aFloodOfJunkKeysAsksTheDatabaseNothing() {
        // Given a pod that knows its keys
        String key = operator.createKey(Map.of("owner", "erin")).secret();
        SecureRandom random = new SecureRandom();

        // When thousands of keys that look real are tried while the table of keys is locked
        database.inTransaction(session -> {
            session.query("LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE");
            for (int i = 0; i < 1000; i++) {
                get(ApiKeySecret.random(random).reveal(), Bodies.INPUT_PROOF + "/" + UUID.randomUUID())
                        .assertProblem(401, "unauthorized");
                session.query("SELECT 1");
            }
            // Then a good one is known all the while
            get(key, Bodies.INPUT_PROOF + "/" + UUID.randomUUID()).assertProblem(404, "not_found");
            return null;
        });
    }

    @Test
    void aKeyHasTheLimitItWasGranted() {
        String key = operator.createKey(Map.of("owner", "frank", "requestsPerSecond", 0.01, "burst", 2))
                .secret();

        for (int i = 0; i < 2; i++) {
            post(key, Bodies.INPUT_PROOF, Bodies.inputProof()).assertAccepted();
        }

        Reply refused = post(key, Bodies.INPUT_PROOF, Bodies.inputProof()).assertProblem(429, "rate_limited");
        assertThat(refused.retryAfter().orElseThrow()).isBetween(1, 100);
        assertThat(refused.http().headers().firstValue("RateLimit-Policy")).contains("\"api-key\";q=2;w=200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/liveness", "/healthz", "/version", "/v2/keyurl"})
    void whatTellsNothingOfAnybodysIsOpen(String path) {
        assertThat(api.get(path).status()).isNotIn(401, 403);
    }

    @Test
    void aKeyIsToldOnceAndNeitherListedNorStored() throws Exception {
        // When
        Operator.Key key = operator.createKey(Map.of("owner", "grace"));

        // Then
        Reply list = operator.get("/admin/api-keys");
        assertThat(list.http().body()).contains(key.id().toString()).doesNotContain(key.secret());
        assertThat(list.http().headers().firstValue("Cache-Control")).contains("no-store");
        String stored = database.query(
                        "SELECT string_agg(k::text, '') || (SELECT string_agg(a::text, '') FROM admin_audit a)"
                                + " FROM api_key k")
                .iterator()
                .next()
                .getString(0);
        assertThat(stored).contains("grace").doesNotContain(key.secret().substring(3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "{\"owner\":\"\"}",
                "{\"owner\":1}",
                "{\"owner\":\"a\\nb\"}",
                "{\"owner\":\"a\",\"extra\":1}",
                "{\"owner\":\"a\",\"owner\":\"b\"}",
                "{\"owner\":\"a\",\"endpoints\":[]}",
                "{\"owner\":\"a\",\"endpoints\":[\"/v1/nothing\"]}",
                "{\"owner\":\"a\",\"endpoints\":\"/v2/input-proof\"}",
                "{\"owner\":\"a\",\"readOnly\":\"yes\"}",
                "{\"owner\":\"a\",\"burst\":1}",
                "{\"owner\":\"a\",\"requestsPerSecond\":1}",
                "{\"owner\":\"a\",\"requestsPerSecond\":0,\"burst\":1}",
                "{\"owner\":\"a\",\"requestsPerSecond\":1,\"burst\":99999999999999999999}",
                "{\"owner\":\"a\",\"requestsPerSecond\":1,\"burst\":1.5}",
                "{\"owner\":\"a\",\"expiresAt\":\"tomorrow\"}",
                "{\"owner\":\"a\",\"expiresAt\":\"2020-01-01T00:00:00Z\"}"
            })
    void aKeyThatCannotBeIsNotMade(String body) {
        Reply reply = operator.post("/admin/api-keys", body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().get("error").asText()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"not-an-id", "00000000-0000-4000-8000-000000000000"})
    void revokingWhatIsNoKeyIsNotFound(String id) {
        assertThat(operator.delete("/admin/api-keys/" + id).status()).isEqualTo(404);
    }

    @Test
    void onlyOperatorsManageKeysAndOnlyOnTheManagementPort() {
        Api stranger = new Api(management);

        assertThat(stranger.get("/admin/api-keys").status()).isEqualTo(401);
        assertThat(stranger.post("/admin/api-keys", Map.of("owner", "mallory")).status())
                .isEqualTo(401);
        assertThat(api.get("/admin/api-keys").status()).isEqualTo(404);
        assertThat(api.post("/admin/config", new HashMap<>()).status()).isEqualTo(404);
    }

    private Reply get(String key, String path) {
        return api.send(withKey(api.request(path), key));
    }

    private static HttpRequest.Builder withKey(HttpRequest.Builder request, String key) {
        return key == null ? request : request.header("X-API-Key", key);
    }
}
