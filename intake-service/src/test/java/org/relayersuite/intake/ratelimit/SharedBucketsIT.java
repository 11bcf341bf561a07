package org.relayersuite.intake.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
        return new Pod(URI.create("redis://127.0.0.1:" + redis.port()), TIMEOUT);
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
    void aRedisThatDoesNotAnswerIsWaitedForOnceAndNotByEveryone() throws Exception {
        // Given a server that answers the first command of each connection, PING, and nothing after it
        try (SilentRedis silent = new SilentRedis()) {
            Duration timeout = Duration.ofMillis(300);
            Pod pod = new Pod(URI.create("redis://127.0.0.1:" + silent.port()), timeout);
            pod.awaitUp();

            // When one draw has waited in vain
            long start = System.nanoTime();
            assertThat(pod.draw("first").allowed()).isTrue();
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            silent.stop();

            // Then it waited for no longer than it may, and those after it do not wait
            assertThat(waited).isBetween(timeout.minusMillis(50), timeout.plusSeconds(2));
            await().until(() -> !pod.shared.isUp());
            start = System.nanoTime();
            for (int i = 0; i < 1000; i++) {
                assertThat(pod.draw("client " + i).allowed()).isTrue();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(timeout.multipliedBy(10));
        }
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
        var client = io.vertx.redis.client.Redis.createClient(vertx, "redis://127.0.0.1:" + redis.port());
        try {
            return client.send(io.vertx.redis.client.Request.cmd(io.vertx.redis.client.Command.PTTL)
                            .arg(key))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join()
                    .toLong();
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

    /** Answers PING and then nothing. */
    private static final class SilentRedis implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> accepted = new ArrayList<>();

        SilentRedis() throws IOException {
            Thread.ofVirtual().start(this::accept);
        }

        int port() {
            return server.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = server.accept();
                    accepted.add(socket);
                    Thread.ofVirtual().start(() -> answerPings(socket));
                }
            } catch (IOException closed) {
                assertThat(server.isClosed()).isTrue();
            }
        }

        /** The client says HELLO first, which old servers do not know. */
        private static void answerPings(Socket socket) {
            byte[] buffer = new byte[4096];
            try {
                int read;
                while ((read = socket.getInputStream().read(buffer)) > 0) {
                    String text = new String(buffer, 0, read, java.nio.charset.StandardCharsets.US_ASCII);
                    if (text.contains("HELLO")) {
                        socket.getOutputStream().write("-ERR unknown command\r\n".getBytes());
                    } else if (text.contains("PING")) {
                        socket.getOutputStream().write("+PONG\r\n".getBytes());
                    }
                }
            } catch (IOException gone) {
                assertThat(socket).isNotNull();
            }
        }

        @Override
        public void close() throws IOException {
            stop();
        }

        void stop() throws IOException {
            server.close();
            for (Socket socket : accepted) {
                socket.close();
            }
        }
    }
}
