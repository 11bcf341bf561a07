package org.relayersuite.intake.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.broker.TestRedis;

/** Two pods' buckets in one real Redis, and without it. */
class SharedBucketsIT {
    /** So slow that nothing is refilled while a test runs. */
    private static final Limit FIVE = new Limit(new BigDecimal("0.001"), 5);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Vertx vertx = Vertx.vertx();
    private final TestRedis redis = new TestRedis();
    private final List<Pod> pods = new ArrayList<>();

    private final class Pod implements AutoCloseable {
        private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        private final SharedBuckets shared;
        private final TokenBuckets buckets;

        Pod(URI url, Duration timeout) {
            shared = new SharedBuckets(vertx, url, timeout, PAUSE, 1000);
            buckets = new TokenBuckets(Optional.of(shared), new LocalBuckets(1000, TimeMeter.SYSTEM_NANOTIME), metrics);
            pods.add(this);
        }

        boolean draws() {
            return draw("client").allowed();
        }

        Draw draw(String subject) {
            return buckets.draw(Scope.IP, subject, FIVE);
        }

        void awaitUp() {
            await().until(shared::isUp);
            assertThat(gauge()).isEqualTo(1);
        }

        double gauge() {
            return metrics.get("relayer_rate_limit_shared_store_up").gauge().value();
        }

        double fallbacks() {
            return metrics.get("relayer_rate_limit_local_fallbacks_total")
                    .counter()
                    .count();
        }

        @Override
        public void close() {
            shared.close();
        }
    }

    private Pod pod() {
        return new Pod(url(), TIMEOUT);
    }

    private URI url() {
        return URI.create("redis://127.0.0.1:" + redis.port());
    }

    @AfterEach
    void close() {
        pods.forEach(Pod::close);
        redis.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void podsShareOneBucketAndKnowWhatIsLeft() {
        // Given
        redis.start();
        Pod one = pod();
        Pod two = pod();
        one.awaitUp();
        two.awaitUp();

        // When
        Draw first = one.draw("client");
        Draw second = two.draw("client");

        // Then
        assertThat(first.remaining()).isEqualTo(4);
        assertThat(second.remaining()).isEqualTo(3);
        assertThat(one.draws() && two.draws() && one.draws()).isTrue();
        assertThat(one.draws()).isFalse();
        assertThat(two.draws()).isFalse();
        assertThat(two.draw("client").untilNext()).isBetween(Duration.ofSeconds(900), Duration.ofSeconds(1000));
        assertThat(one.fallbacks() + two.fallbacks()).isZero();
    }

    @Test
    void noMoreAreServedThanTheBucketHoldsHoweverManyAskAtOnce() throws Exception {
        // Given
        redis.start();
        List<Pod> both = List.of(pod(), pod());
        both.forEach(Pod::awaitUp);

        // When 200 callers draw at once
        List<Future<Boolean>> draws = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                Pod pod = both.get(i % 2);
                draws.add(threads.submit(pod::draws));
            }
        }

        // Then
        int served = 0;
        for (Future<Boolean> draw : draws) {
            served += draw.get() ? 1 : 0;
        }
        assertThat(both.stream().mapToDouble(Pod::fallbacks).sum()).isZero();
        assertThat(served).isEqualTo(5);
    }

    @Test
    void aPodsOwnBucketTakesOverWhileRedisIsGoneAndTheSharedOneIsBackByItself() {
        // Given an empty shared bucket
        redis.start();
        Pod pod = pod();
        pod.awaitUp();
        for (int i = 0; i < 5; i++) {
            pod.draws();
        }
        assertThat(pod.draws()).isFalse();

        // When Redis is gone
        redis.stop();

        // Then the pod's own bucket serves, and limits
        await().until(() -> !pod.shared.isUp());
        assertThat(pod.gauge()).isZero();
        for (int i = 0; i < 5; i++) {
            assertThat(pod.draws()).isTrue();
        }
        assertThat(pod.draws()).isFalse();
        assertThat(pod.fallbacks()).isEqualTo(6);

        // When it is back, as a new one
        redis.start();

        // Then the bucket there is a new one
        pod.awaitUp();
        assertThat(pod.draw("client").remaining()).isEqualTo(4);
        assertThat(pod.fallbacks()).isEqualTo(6);
    }

    @Test
    void aRedisThatDoesNotAnswerIsWaitedForOnceAndNotByEveryone() {
        // Given a pod that is connected to a Redis which then keeps its connections and answers nothing
        redis.start();
        Duration timeout = Duration.ofMillis(300);
        Pod pod = new Pod(url(), timeout);
        pod.awaitUp();
        command(Request.cmd(Command.CLIENT).arg("PAUSE").arg(30_000));

        // When one draw has waited in vain
        long start = System.nanoTime();
        assertThat(pod.draw("first").allowed()).isTrue();
        Duration waited = Duration.ofNanos(System.nanoTime() - start);

        // Then it waited for no longer than it may, and those after it do not wait
        assertThat(waited).isBetween(timeout.minusMillis(50), timeout.plusSeconds(2));
        await().until(() -> !pod.shared.isUp());
        start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            assertThat(pod.draw("client " + i).allowed()).isTrue();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(timeout.multipliedBy(10));

        // When Redis answers again
        command(Request.cmd(Command.CLIENT).arg("UNPAUSE"));

        // Then its buckets are drawn from again
        pod.awaitUp();
        double fallbacks = pod.fallbacks();
        pod.draw("first");
        assertThat(pod.fallbacks()).isEqualTo(fallbacks);
    }

    @Test
    void aBucketIsGoneFromRedisSomeTimeAfterItIsFull() {
        // Given
        redis.start();
        Pod pod = pod();
        pod.awaitUp();
        Limit fast = new Limit(BigDecimal.TEN, 10);

        // When
        pod.buckets.draw(Scope.IP, "client", fast);

        // Then
        assertThat(redisTtl("relayer:rate-limit:ip:10/10:client")).isBetween(1L, 11_000L);
    }

    private long redisTtl(String key) {
        return command(Request.cmd(Command.PTTL).arg(key)).toLong();
    }

    private Response command(Request request) {
        Redis client = Redis.createClient(vertx, url().toString());
        try {
            return client.send(request)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        } finally {
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost", "localhost:6379", "redis:///1", "redis://localhost/no-number"})
    void aUrlThatIsNoRedisUrlStopsTheService(String url) {
        assertThatThrownBy(() -> new RedisLink(vertx, URI.create(url), PAUSE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
