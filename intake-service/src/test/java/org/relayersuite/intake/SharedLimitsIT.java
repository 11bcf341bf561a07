package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.relayersuite.broker.TestRedis;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.DatabaseSettings;

/** Two processes at one database and one Redis: what one of them is asked or told counts for both. */
@TestInstance(Lifecycle.PER_CLASS)
class SharedLimitsIT {
    private final TestRedis redis = new TestRedis();
    private final List<Pod> pods = new ArrayList<>();
    private Pod one;
    private Pod two;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        redis.start();
        DatabaseSettings database = TestPostgres.freshDatabase();
        Map<String, String> environment = Map.of(
                "RELAYER_AUTH_MODE", "api-key",
                "RELAYER_HTTP_ENABLE_ADMIN_ENDPOINT", "true",
                "RELAYER_RATE_LIMIT_ENABLED", "true",
                "RELAYER_RATE_LIMIT_REDIS_URL", "redis://127.0.0.1:" + redis.port(),
                "RELAYER_RATE_LIMIT_REDIS_TIMEOUT", "2S",
                "RELAYER_RATE_LIMIT_PER_USER_ADDRESS_BURST", "1000");
        for (String name : new String[] {"one", "two"}) {
            pods.add(new Pod(directory.resolve(name), database, environment));
        }
        one = pods.get(0);
        two = pods.get(1);
        pods.forEach(Pod::awaitReady);
        awaitShared();
    }

    @AfterAll
    void stop() throws InterruptedException {
        for (Pod pod : pods) {
            pod.kill();
        }
        redis.close();
    }

    @Test
    void aLimitCountsForBothPodsTheOwnOneTakesOverWithoutRedisAndTheSharedOneComesBack() {
        // Given a key that may be used five times, known to both
        String key = createKeyForBoth(Map.of("owner", "alice", "requestsPerSecond", 0.001, "burst", 5));

        // When it is used at both in turn
        for (int i = 0; i < 5; i++) {
            post(pods.get(i % 2), key).assertAccepted();
        }

        // Then neither serves it a sixth time
        for (Pod pod : pods) {
            Reply refused = post(pod, key).assertProblem(429, "rate_limited");
            assertThat(refused.retryAfter().orElseThrow()).isBetween(900, 1000);
        }

        // When Redis is gone
        redis.stop();
        await().untilAsserted(() -> pods.forEach(pod -> assertThat(pod.output()).contains("Redis was lost")));

        // Then each pod goes by a bucket of its own, and nobody waits for Redis
        for (Pod pod : pods) {
            long start = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                post(pod, key).assertAccepted();
            }
            post(pod, key).assertProblem(429, "rate_limited");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            assertThat(metrics(pod)).contains("relayer_rate_limit_shared_store_up 0.0");
        }

        // When Redis is back, as a new one
        redis.start();
        awaitShared();

        // Then the limit counts for both again
        for (int i = 0; i < 5; i++) {
            post(pods.get(i % 2), key).assertAccepted();
        }
        pods.forEach(pod -> post(pod, key).assertProblem(429, "rate_limited"));
        // Each change of state is logged once
        assertThat(pods).allSatisfy(pod -> {
            assertThat(pod.output()).containsOnlyOnce("Redis was lost").doesNotContain("Redis cannot be used");
        });
    }

    @Test
    void aKeyRevokedAtOnePodIsUselessAtTheOther() {
        // Given
        Operator.Key key = one.operator().createKey(Map.of("owner", "bob"));
        await().until(() -> post(two, key.secret()).status() == 202);

        // When
        one.operator().delete("/admin/api-keys/" + key.id());

        // Then
        await().atMost(Duration.ofSeconds(5))
                .until(() -> post(two, key.secret()).status() == 401);
    }

    @Test
    void aSettingChangedAtOnePodActsAtTheOther() {
        // Given
        String key = createKeyForBoth(Map.of("owner", "carol"));

        // When
        assertThat(one.operator()
                        .post("/admin/config", "{\"name\":\"retry_after_min_seconds\",\"value\":77}")
                        .status())
                .isEqualTo(200);

        // Then
        assertThat(post(one, key).retryAfter()).hasValue(77);
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(post(two, key).retryAfter()).hasValue(77));
        assertThat(two.operator()
                        .get("/admin/config")
                        .json()
                        .at("/values/RetryAfterMinSeconds")
                        .asInt())
                .isEqualTo(77);
    }

    private void awaitShared() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> pods.forEach(
                        pod -> assertThat(metrics(pod)).contains("relayer_rate_limit_shared_store_up 1.0")));
    }

    private static String metrics(Pod pod) {
        return pod.operator().get("/q/metrics").http().body();
    }

    /** A poll tells without drawing from the bucket of posts. */
    private String createKeyForBoth(Map<String, Object> grant) {
        String key = one.operator().createKey(grant).secret();
        await().until(() -> two.api()
                        .send(two.api().request(Bodies.INPUT_PROOF + "/x").header("X-API-Key", key))
                        .status()
                == 400);
        return key;
    }

    private static Reply post(Pod pod, String key) {
        return pod.api()
                .send(pod.api()
                        .request(Bodies.INPUT_PROOF)
                        .header("X-API-Key", key)
                        .POST(BodyPublishers.ofByteArray(Api.bytes(Bodies.inputProof()))));
    }
}
