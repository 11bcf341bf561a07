package org.relayersuite.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.relayersuite.core.Bytes;

class RedisStreamPublisherIT {
    private static final Topic TOPIC = new Topic("indexer.new-event");
    private static Vertx vertx;

    private final RecordingObserver observer = new RecordingObserver();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void startVertx() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void stopVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened.reversed()) {
            one.close();
        }
    }

    private <T extends AutoCloseable> T closedLater(T one) {
        opened.add(one);
        return one;
    }

    private RedisStreamPublisher publisher(String url) {
        return publisher(url, Duration.ofMillis(500));
    }

    /** A first TLS handshake takes what it takes; these tests are not about slow servers. */
    private RedisStreamPublisher patientPublisher(String url) {
        return publisher(url, Duration.ofSeconds(30));
    }

    private RedisStreamPublisher publisher(String url, Duration operationTimeout) {
        RedisSettings settings =
                new RedisSettings(URI.create(url), operationTimeout, Duration.ofMillis(20), Duration.ofMillis(100));
        return closedLater(new RedisStreamPublisher(vertx, settings, observer, new Random(1)));
    }

    private static Message message(String id) {
        return new Message(id, 1, Bytes.of("{\"n\":1}".getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Map<String, String>> entries(String url) throws Exception {
        Redis reader = Redis.createClient(vertx, url);
        try {
            Response all = reader.send(Request.cmd(Command.XRANGE)
                            .arg(TOPIC.key())
                            .arg("-")
                            .arg("+"))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            List<Map<String, String>> entries = new ArrayList<>();
            for (Response entry : all) {
                Map<String, String> fields = new LinkedHashMap<>();
                fields.put("id", entry.get(0).toString());
                for (int i = 0; i < entry.get(1).size(); i += 2) {
                    fields.put(
                            entry.get(1).get(i).toString(),
                            entry.get(1).get(i + 1).toString());
                }
                entries.add(fields);
            }
            return entries;
        } finally {
            reader.close();
        }
    }

    private static FutureTask<String> inBackground(RedisStreamPublisher publisher, Message message) {
        FutureTask<String> task = new FutureTask<>(() -> publisher.publish(TOPIC, message));
        Thread.ofVirtual().start(task);
        return task;
    }

    @Test
    void aPublishReturnsTheIdOfAnEntryThatIsOnTheStream() throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis()).start();
        String url = "redis://127.0.0.1:" + redis.port();
        RedisStreamPublisher publisher = publisher(url);

        // When
        String first = publisher.publish(TOPIC, message("1:0xab:indexer:LIVE"));
        String second = publisher.publish(TOPIC, message("1:0xcd:indexer:LIVE"));

        // Then
        assertThat(entries(url))
                .containsExactly(
                        Map.of(
                                "id", first,
                                "data", "{\"n\":1}",
                                "message_id", "1:0xab:indexer:LIVE",
                                "schema_version", "1",
                                "content_type", "application/json"),
                        Map.of(
                                "id", second,
                                "data", "{\"n\":1}",
                                "message_id", "1:0xcd:indexer:LIVE",
                                "schema_version", "1",
                                "content_type", "application/json"));
        assertThat(publisher.depth(TOPIC)).isEqualTo(2);
        assertThat(publisher.depth(new Topic("nobody.new-event"))).isZero();
        assertThat(observer.published).containsExactly(TOPIC, TOPIC);
        assertThat(observer.failures).isEmpty();
    }

    @Test
    void aPublishWaitsForARedisThatIsNotThereYet() throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis());
        String url = "redis://127.0.0.1:" + redis.port();
        FutureTask<String> publish = inBackground(publisher(url), message("a"));
        await().until(() -> observer.failures.size() >= 3);
        assertThat(publish.isDone()).isFalse();

        // When
        redis.start();

        // Then
        String id = publish.get(10, TimeUnit.SECONDS);
        assertThat(entries(url)).extracting(entry -> entry.get("id")).containsExactly(id);
        assertThat(observer.failures).containsOnly(FailureKind.CONNECTION);
    }

    @Test
    void aRestartOfRedisBetweenTwoPublishesIsSurvived() throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis()).start();
        String url = "redis://127.0.0.1:" + redis.port();
        RedisStreamPublisher publisher = publisher(url);
        publisher.publish(TOPIC, message("before"));

        // When
        redis.stop();
        FutureTask<String> publish = inBackground(publisher, message("after"));
        await().until(() -> !observer.failures.isEmpty());
        redis.start();

        // Then
        publish.get(10, TimeUnit.SECONDS);
        assertThat(entries(url)).extracting(entry -> entry.get("message_id")).containsExactly("after");
    }

    @Test
    void aConnectionThatBreaksWhileACommandIsUnderWayIsReplaced() throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis()).start();
        CuttingFront front = closedLater(new CuttingFront(redis.port(), "xadd", 3));
        RedisStreamPublisher publisher = publisher("redis://127.0.0.1:" + front.port());

        // When
        String id = publisher.publish(TOPIC, message("a"));

        // Then
        assertThat(front.cutsLeft()).isZero();
        assertThat(observer.failures).hasSize(3).containsOnly(FailureKind.CONNECTION);
        assertThat(entries("redis://127.0.0.1:" + redis.port()))
                .extracting(entry -> entry.get("id"))
                .containsExactly(id);
    }

    @Test
    void aRedisThatCannotServeIsTriedUntilItCan() throws Exception {
        // Given: every write is answered OOM
        TestRedis redis = closedLater(new TestRedis("maxmemory 1", "maxmemory-policy noeviction"))
                .start();
        String url = "redis://127.0.0.1:" + redis.port();
        FutureTask<String> publish = inBackground(publisher(url), message("a"));
        await().until(() -> observer.failures.size() >= 2);
        assertThat(observer.failures).containsOnly(FailureKind.OTHER);

        // When
        Redis operator = Redis.createClient(vertx, url);
        operator.send(Request.cmd(Command.CONFIG).arg("SET").arg("maxmemory").arg("0"))
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        operator.close();

        // Then
        publish.get(10, TimeUnit.SECONDS);
        assertThat(entries(url)).hasSize(1);
    }

    @Test
    void aKeyThatIsNoStreamIsRefusedAtOnce() throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis()).start();
        String url = "redis://127.0.0.1:" + redis.port();
        Redis other = Redis.createClient(vertx, url);
        other.send(Request.cmd(Command.SET).arg(TOPIC.key()).arg("text"))
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        other.close();
        RedisStreamPublisher publisher = publisher(url);

        // Then
        assertThatThrownBy(() -> publisher.publish(TOPIC, message("a"))).isInstanceOf(BrokerRefusedException.class);
        assertThatThrownBy(() -> publisher.depth(TOPIC)).isInstanceOf(BrokerRefusedException.class);
        assertThat(observer.failures).containsExactly(FailureKind.OTHER);
    }

    @Test
    void anInterruptEndsAPublishThatCannotSucceed() {
        // Given
        RedisStreamPublisher publisher = publisher("redis://127.0.0.1:" + TestRedis.freePort());
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread publishing = Thread.ofVirtual().start(() -> {
            try {
                publisher.publish(TOPIC, message("a"));
                outcome.complete(null);
            } catch (InterruptedException | RuntimeException e) {
                outcome.complete(e);
            }
        });
        await().until(() -> !observer.failures.isEmpty());

        // When
        publishing.interrupt();

        // Then
        assertThat(outcome).succeedsWithin(Duration.ofSeconds(30)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aServerThatAcceptsAndThenKeepsSilentCostsOneTimeoutAnAttempt() throws Exception {
        // Given
        List<Socket> accepted = new CopyOnWriteArrayList<>();
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (!silent.isClosed()) {
                    try {
                        accepted.add(silent.accept());
                    } catch (IOException e) {
                        return;
                    }
                }
            });
            RedisStreamPublisher publisher = publisher("redis://127.0.0.1:" + silent.getLocalPort());

            // When
            FutureTask<String> publish = inBackground(publisher, message("a"));

            // Then
            await().until(() -> observer.failures.size() >= 3);
            assertThat(observer.failures).containsOnly(FailureKind.TIMEOUT);
            assertThatThrownBy(publisher::ping).isInstanceOf(BrokerUnavailableException.class);
            publish.cancel(true);
            // A connection that never answered is not kept: each attempt came over a new one.
            assertThat(accepted).hasSizeGreaterThanOrEqualTo(3);
        } finally {
            for (Socket socket : accepted) {
                socket.close();
            }
        }
    }

    @Test
    void aPasswordWithSpecialCharactersIsUnderstood() throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis("requirepass p@ss/w:rd")).start();
        RedisStreamPublisher publisher = publisher("redis://:p%40ss%2Fw%3Ard@127.0.0.1:" + redis.port());

        // When
        publisher.ping();
        String id = publisher.publish(TOPIC, message("a"));

        // Then
        assertThat(id).matches("\\d+-\\d+");
    }

    @Test
    void aWrongPasswordIsRetriedAndNeverRepeatedInAMessage() {
        // Given
        TestRedis redis = closedLater(new TestRedis("requirepass right")).start();
        RedisStreamPublisher publisher = publisher("redis://:wrongsecret@127.0.0.1:" + redis.port());

        // When
        Throwable refusal = null;
        try {
            publisher.ping();
        } catch (InterruptedException | BrokerException e) {
            refusal = e;
        }

        // Then
        assertThat(refusal).isInstanceOf(BrokerUnavailableException.class);
        assertThat(refusal.getMessage()).doesNotContain("wrongsecret");
        assertThat(String.valueOf(refusal.getCause())).doesNotContain("wrongsecret");
    }

    @Test
    void redissPublishesToAServerWhoseCertificateIsTrusted(@TempDir Path directory) throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis("requirepass secret")).start();
        TlsFront tls = closedLater(new TlsFront(directory, redis.port()));
        tls.trust();

        // When
        patientPublisher("rediss://:secret@localhost:" + tls.port()).publish(TOPIC, message("a"));

        // Then
        assertThat(entries("redis://:secret@127.0.0.1:" + redis.port())).hasSize(1);
        assertThat(observer.failures).isEmpty();
    }

    @Test
    void redissTellsNothingToAServerWithAnotherNameOrAnUnknownCertificate(@TempDir Path directory) throws Exception {
        // Given
        TestRedis redis = closedLater(new TestRedis()).start();
        TlsFront tls = closedLater(new TlsFront(directory, redis.port()));

        // Then: nobody vouches for the certificate
        assertThatThrownBy(() ->
                        patientPublisher("rediss://localhost:" + tls.port()).ping())
                .isInstanceOf(BrokerUnavailableException.class);
        // And: somebody does, but not for this name
        tls.trust();
        assertThatThrownBy(() ->
                        patientPublisher("rediss://127.0.0.1:" + tls.port()).ping())
                .isInstanceOf(BrokerUnavailableException.class);
        patientPublisher("rediss://localhost:" + tls.port()).ping();
    }
}
