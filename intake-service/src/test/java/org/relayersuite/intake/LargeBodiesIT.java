package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.TestPostgres;

/** A process with little memory, and many clients that send it much. */
class LargeBodiesIT {
    private static final int CLIENTS = 60;
    private static final int ROUNDS = 4;

    private static final int SIZE = 2_000_000;

    /** Just below the limit, of hex that ends wrongly: read and looked at in full, and stored never. */
    private static final byte[] LARGE = ("{\"contractChainId\":\"8009\",\"ciphertextWithInputVerification\":\""
                    + "ab".repeat(SIZE / 2) + "x\"}")
            .getBytes(StandardCharsets.UTF_8);

    private static final byte[] HEAD = ("POST " + Bodies.INPUT_PROOF
                    + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + LARGE.length + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path directory;

    private Pod pod;

    @BeforeEach
    void start() throws Exception {
        pod = new Pod(
                        directory.resolve("output"),
                        TestPostgres.freshDatabase(),
                        Map.of("RELAYER_GATEWAY_CONTRACTS_DECRYPTION_ADDRESS", Wallet.DECRYPTION.toString()),
                        List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError"))
                .awaitReady();
    }

    @AfterEach
    void stop() throws Exception {
        pod.kill();
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of("hex", LARGE),
                Arguments.of("numbers", many("1")),
                Arguments.of("objects", many("{}")),
                Arguments.of("lists", many("[[],[]]")),
                Arguments.of("texts", many("\"\"")));
    }

    /** An unknown key, which the second version of the API passes over, with as many values as there is room for. */
    private static byte[] many(String value) {
        String list = (value + ",").repeat(SIZE / (value.length() + 1)) + value;
        return ("{\"unknown\":[" + list + "]}").getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void moreBodiesThanMemoryHoldsAreRefusedAndTheServiceLives(String name, byte[] body) throws Exception {
        // When many clients send the largest bodies at once, again and again: a multiple of the heap
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Reply>>> all = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> clients.submit(() -> {
                        Api api = pod.api();
                        return IntStream.range(0, ROUNDS)
                                .mapToObj(round -> api.post(Bodies.INPUT_PROOF, body))
                                .toList();
                    }))
                    .toList();
            for (Future<List<Reply>> one : all) {
                replies.addAll(one.get(300, TimeUnit.SECONDS));
            }
        }

        // Then each is refused in the envelope, for what is in it or for want of room, to be sent again
        for (Reply reply : replies) {
            if (reply.status() == 429) {
                assertThat(reply.assertProblem(429, "rate_limited").retryAfter())
                        .isPresent();
            } else {
                reply.assertProblem(400, reply.json().at("/error/label").asText());
            }
        }
        assertThat(replies).extracting(Reply::status).contains(400);

        // And the service has memory for everybody else
        assertItServes();
    }

    @Test
    void bodiesWhoseClientsDoNotWaitForTheAnswerCountToo() throws Exception {
        // When many clients send a large body and are gone, again and again
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                all.add(clients.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        try (Socket socket = new Socket("localhost", pod.port())) {
                            socket.getOutputStream().write(HEAD);
                            socket.getOutputStream().write(LARGE);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get(300, TimeUnit.SECONDS);
            }
        }

        // Then the service lives
        assertItServes();
    }

    @Test
    void aClientThatKeepsItsBodiesWaitingKeepsNobodyElseOut() throws Exception {
        // Given a client with bodies that are almost there, so many that it is refused another one
        InetAddress greedy = InetAddress.getByName("127.0.0.2");
        List<Socket> waiting = new ArrayList<>();
        try (HttpClient client = HttpClient.newBuilder().localAddress(greedy).build()) {
            for (int i = 0; i < 3; i++) {
                Socket socket = new Socket("127.0.0.1", pod.port(), greedy, 0);
                waiting.add(socket);
                socket.getOutputStream().write(HEAD);
                socket.getOutputStream().write(LARGE, 0, SIZE - SIZE / 10);
            }
            HttpRequest oneMore = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + pod.port() + Bodies.INPUT_PROOF))
                    .POST(BodyPublishers.ofByteArray(LARGE))
                    .build();
            await().until(() -> client.send(oneMore, BodyHandlers.ofString()).statusCode() == 429);

            // Then everybody else is served, however large the body is
            for (int i = 0; i < 10; i++) {
                pod.api().post(Bodies.INPUT_PROOF, LARGE).assertProblem(400, "missing_fields");
            }
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    private void assertItServes() {
        assertThat(pod.isAlive()).isTrue();
        pod.api().post(Bodies.INPUT_PROOF, Bodies.inputProof()).assertAccepted();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> pod.api().post(Bodies.INPUT_PROOF, LARGE).assertProblem(400, "missing_fields"));
        assertThat(pod.output()).doesNotContain("OutOfMemoryError");
    }
}
