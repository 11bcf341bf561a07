package org.relayersuite.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.chain.rpc.ScriptedNode.batch;
import static org.relayersuite.chain.rpc.ScriptedNode.cutBody;
import static org.relayersuite.chain.rpc.ScriptedNode.error;
import static org.relayersuite.chain.rpc.ScriptedNode.first;
import static org.relayersuite.chain.rpc.ScriptedNode.http;
import static org.relayersuite.chain.rpc.ScriptedNode.result;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.Bytes;

class RpcClientTest {
    private static final long CHAIN = 31337;
    private static final Duration SHORT = Duration.ofMillis(400);
    private static final int LIMIT = 4_096;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> attempts = new CopyOnWriteArrayList<>();
    private final ScriptedNode first = node(CHAIN);
    private final ScriptedNode second = node(CHAIN).on("eth_blockNumber", result("\"0x2\""));

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable closeable : open.reversed()) {
            closeable.close();
        }
    }

    private ScriptedNode node(long chainId) {
        ScriptedNode node = new ScriptedNode(chainId);
        open.add(node);
        return node;
    }

    private RpcClient client(int concurrency, Duration timeout, URI... endpoints) {
        RpcSettings settings = new RpcSettings(CHAIN, List.of(endpoints), timeout, concurrency, LIMIT);
        RpcClient client = new RpcClient(settings, (method, _, outcome, _) -> attempts.add(method + " " + outcome));
        open.add(client);
        return client;
    }

    private RpcClient client(ScriptedNode... nodes) {
        return client(8, SHORT, Stream.of(nodes).map(ScriptedNode::uri).toArray(URI[]::new));
    }

    @Test
    void answersComeFromTheFirstEndpointAfterItsChainIdWasChecked() {
        // Given
        first.on("eth_blockNumber", result("\"0x1\""));
        RpcClient client = client(first, second);
        // When
        String answer = client.request("eth_blockNumber").textValue();
        client.request("eth_blockNumber");
        // Then
        assertThat(answer).isEqualTo("0x1");
        assertThat(first.methods()).containsExactly("eth_chainId", "eth_blockNumber", "eth_blockNumber");
        assertThat(second.methods()).isEmpty();
        assertThat(attempts)
                .containsExactly("eth_chainId ANSWERED", "eth_blockNumber ANSWERED", "eth_blockNumber ANSWERED");
    }

    static Stream<Arguments> unusableAnswers() {
        String huge = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"" + "a".repeat(LIMIT) + "\"}";
        String deep = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":" + "[".repeat(1_000) + "]".repeat(1_000) + "}";
        return Stream.of(
                Arguments.of("HTTP 429", http(429, "slow down")),
                Arguments.of("HTTP 503", http(503, "")),
                Arguments.of("HTTP 500 with an error", http(500, "{\"id\":2,\"error\":{\"code\":3}}")),
                Arguments.of("redirect", http(307, "")),
                Arguments.of("HTML", http(200, "<html><body>Bad gateway</body></html>")),
                Arguments.of("empty body", http(200, "")),
                Arguments.of("a list", http(200, "[]")),
                Arguments.of("no result and no error", http(200, "{\"jsonrpc\":\"2.0\",\"id\":2}")),
                Arguments.of("another id", http(200, "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":\"0x1\"}")),
                Arguments.of("an error without a code", http(200, "{\"id\":2,\"error\":{\"message\":\"x\"}}")),
                Arguments.of("an error that is text", http(200, "{\"id\":2,\"error\":\"x\",\"result\":\"0x1\"}")),
                Arguments.of("two values", http(200, "{\"id\":2,\"result\":\"0x1\"} {}")),
                Arguments.of("oversized", http(200, huge)),
                Arguments.of("deeply nested", http(200, deep)),
                Arguments.of("cut body", cutBody()),
                Arguments.of("rate limit -32005", error(-32005, "daily request count exceeded", null)),
                Arguments.of("rate limit 429", error(429, "busy", null)),
                Arguments.of("rate limit text", error(-32000, "Too Many Requests for this key", null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusableAnswers")
    void unusableAnswersLeadToTheNextEndpoint(String name, ScriptedNode.Reply reply) {
        // Given
        first.on("eth_blockNumber", reply);
        RpcClient client = client(first, second);
        // When
        String answer = client.request("eth_blockNumber").textValue();
        // Then
        assertThat(answer).isEqualTo("0x2");
        assertThat(first.methods()).contains("eth_blockNumber");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusableAnswers")
    void withoutAnotherEndpointTheyAreTransportFailuresThatHideTheUrl(String name, ScriptedNode.Reply reply) {
        // Given
        first.on("eth_blockNumber", reply);
        RpcClient client = client(first);
        // When / Then
        assertThatThrownBy(() -> client.request("eth_blockNumber"))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageStartingWith("eth_blockNumber: 127.0.0.1")
                .hasMessageNotContaining("secret");
    }

    @Test
    void silentAndUnreachableEndpointsLeadToTheNextOne() {
        // Given
        first.on("eth_blockNumber", first.hang());
        ScriptedNode silentInBody = node(CHAIN);
        silentInBody.on("eth_blockNumber", silentInBody.hangInBody());
        ScriptedNode gone = node(CHAIN);
        URI unreachable = gone.uri();
        gone.close();
        RpcClient client = client(8, SHORT, unreachable, first.uri(), silentInBody.uri(), second.uri());
        // When
        String answer = client.request("eth_blockNumber").textValue();
        // Then
        assertThat(answer).isEqualTo("0x2");
        assertThat(attempts)
                .containsExactly(
                        "eth_chainId TRANSPORT_ERROR",
                        "eth_chainId ANSWERED",
                        "eth_blockNumber TRANSPORT_ERROR",
                        "eth_chainId ANSWERED",
                        "eth_blockNumber TRANSPORT_ERROR",
                        "eth_chainId ANSWERED",
                        "eth_blockNumber ANSWERED");
    }

    @Test
    void anEndpointThatFailedIsAskedLastAndOnlyAfterAnotherLookAtItsChainId() {
        // Given
        first.on("eth_blockNumber", first(http(503, ""), result("\"0x1\"")));
        RpcClient client = client(first, second);
        client.request("eth_blockNumber");
        // When
        String next = client.request("eth_blockNumber").textValue();
        second.close();
        String afterwards = client.request("eth_blockNumber").textValue();
        // Then
        assertThat(next).isEqualTo("0x2");
        assertThat(afterwards).isEqualTo("0x1");
        assertThat(first.methods()).containsExactly("eth_chainId", "eth_blockNumber", "eth_chainId", "eth_blockNumber");
    }

    @Test
    void anEndpointOfAnotherChainIsNeverAskedAnythingElse() {
        // Given
        ScriptedNode wrong = node(1).on("eth_blockNumber", result("\"0xbad\""));
        RpcClient client = client(wrong, second);
        // When
        String answer = client.request("eth_blockNumber").textValue();
        client.request("eth_blockNumber");
        // Then
        assertThat(answer).isEqualTo("0x2");
        assertThat(wrong.methods()).containsExactly("eth_chainId");
        assertThatThrownBy(() -> client(wrong).request("eth_blockNumber"))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageContaining("serves chain 1, not " + CHAIN);
    }

    @Test
    void anEndpointThatDoesNotNameItsChainIsNotTrusted() {
        // Given
        first.on("eth_chainId", result("null"));
        ScriptedNode refusing = node(CHAIN).on("eth_chainId", error(-32000, "not now", null));
        // When
        String answer =
                client(first, refusing, second).request("eth_blockNumber").textValue();
        // Then
        assertThat(answer).isEqualTo("0x2");
        assertThat(first.methods()).containsExactly("eth_chainId");
        assertThat(refusing.methods()).containsExactly("eth_chainId");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "3|\"0xd93c0665\"|0xd93c0665",
                "3|\"Reverted 0xd93c0665\"|0xd93c0665",
                "-32000|{\"data\":\"0xd93c0665\"}|0xd93c0665",
                "-32603|{\"originalError\":{\"code\":3,\"data\":\"0xd93c0665\"}}|0xd93c0665",
                "-32000|\"not hex\"|",
                "-32000|\"0x123\"|",
                "-32005|[1]|"
            })
    void aJsonRpcErrorIsAnAnswerWithItsRevertData(int code, String data, String expected) {
        // Given
        first.on("eth_call", error(code, "more than 10000 results\n forged line", data));
        RpcClient client = client(first, second);
        // When
        RpcErrorException thrown = catchThrowableOfType(RpcErrorException.class, () -> client.request("eth_call"));
        // Then
        assertThat(thrown.code()).isEqualTo(code);
        assertThat(thrown).hasMessage("more than 10000 results  forged line");
        assertThat(thrown.data()).isEqualTo(Optional.ofNullable(expected).map(Bytes::fromHex));
        assertThat(second.methods()).isEmpty();
        assertThat(attempts).containsExactly("eth_chainId ANSWERED", "eth_call NODE_ERROR");
    }

    @Test
    void aNullResultIsAnAnswer() {
        first.on("eth_getTransactionReceipt", result("null"));
        assertThat(client(first).request("eth_getTransactionReceipt", "0x00").isNull())
                .isTrue();
    }

    @Test
    void batchesAreMatchedByIdAndCarryErrorsOfTheirCalls() {
        // Given
        first.on(
                "batch",
                batch(call -> call.path("method").asText().equals("good")
                        ? "{\"id\":" + call.path("id") + ",\"result\":"
                                + call.path("params").get(0) + "}"
                        : "{\"id\":" + call.path("id") + ",\"error\":{\"code\":-32601,\"message\":\"unknown\"}}"));
        // When
        List<BatchAnswer> answers =
                client(first).batch(List.of(RpcRequest.of("good", 1), RpcRequest.of("bad"), RpcRequest.of("good", 3)));
        // Then
        assertThat(answers.get(0).resultOrThrow().intValue()).isEqualTo(1);
        assertThatThrownBy(() -> answers.get(1).resultOrThrow()).isInstanceOf(RpcErrorException.class);
        assertThat(answers.get(2).resultOrThrow().intValue()).isEqualTo(3);
        assertThat(client(first).batch(List.of())).isEmpty();
    }

    static Stream<Arguments> unusableBatches() {
        return Stream.of(
                Arguments.of("too few answers", http(200, "[]")),
                Arguments.of("text", http(200, "\"x\"")),
                Arguments.of("an id twice", http(200, "[{\"id\":2,\"result\":1},{\"id\":2,\"result\":1}]")),
                Arguments.of("a foreign id", http(200, "[{\"id\":2,\"result\":1},{\"id\":9,\"result\":1}]")),
                Arguments.of("no ids", http(200, "[{\"result\":1},{\"result\":1}]")),
                Arguments.of("an object", http(200, "{\"id\":2,\"result\":[]}")),
                Arguments.of(
                        "one call throttled",
                        batch(call ->
                                "{\"id\":" + call.path("id") + ",\"error\":{\"code\":429,\"message\":\"busy\"}}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusableBatches")
    void anIncompleteBatchIsAskedAgainElsewhere(String name, ScriptedNode.Reply reply) {
        // Given
        first.on("batch", reply);
        second.on("batch", batch(call -> "{\"id\":" + call.path("id") + ",\"result\":7}"));
        // When
        List<BatchAnswer> answers = client(first, second).batch(List.of(RpcRequest.of("a"), RpcRequest.of("b")));
        // Then
        assertThat(answers)
                .extracting(answer -> answer.resultOrThrow().intValue())
                .containsExactly(7, 7);
    }

    @Test
    void aBatchRefusedAsAWholeIsAnError() {
        first.on("batch", http(200, "{\"id\":null,\"error\":{\"code\":-32600,\"message\":\"batch too large\"}}"));
        assertThatThrownBy(() -> client(first).batch(List.of(RpcRequest.of("a"))))
                .isInstanceOf(RpcErrorException.class)
                .hasMessage("batch too large");
    }

    @Test
    void aPinnedViewNeverLeavesItsEndpoint() {
        // Given
        first.on("eth_blockNumber", result("\"0x1\""));
        RpcClient client = client(first, second);
        RpcClient pinned = client.pinned();
        pinned.request("eth_blockNumber");
        // When
        first.on("eth_blockNumber", http(503, ""));
        // Then
        assertThatThrownBy(() -> pinned.request("eth_blockNumber")).isInstanceOf(RpcTransportException.class);
        assertThat(second.methods()).isEmpty();
        assertThat(client.pinned().request("eth_blockNumber").textValue()).isEqualTo("0x2");
    }

    @Test
    void closingAPinnedViewLeavesTheClientOpen() {
        RpcClient client = client(second);
        client.pinned().close();
        assertThat(client.request("eth_blockNumber").textValue()).isEqualTo("0x2");
    }

    @Test
    void noMoreRequestsAreOpenAtOnceThanAllowed() throws Exception {
        // Given
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        first.on("eth_blockNumber", (exchange, request) -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            Thread.yield();
            now.decrementAndGet();
            result("\"0x1\"").write(exchange, request);
        });
        RpcClient client = client(2, Duration.ofSeconds(20), first.uri());
        // When
        List<Future<?>> calls = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                calls.add(threads.submit(() -> client.request("eth_blockNumber")));
            }
        }
        // Then
        for (Future<?> call : calls) {
            assertThat(call.get()).isNotNull();
        }
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void waitingForASlotEndsWithTheTimeout() throws Exception {
        // Given one slot, whose holder keeps it until its own timeout
        first.on("slow", first.hang());
        RpcClient client = client(1, SHORT, first.uri());
        // When
        List<String> failures = new CopyOnWriteArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                threads.submit(() -> assertThatThrownBy(() -> client.request("slow"))
                        .isInstanceOf(RpcTransportException.class)
                        .satisfies(failure -> failures.add(failure.getMessage())));
            }
        }
        // Then
        assertThat(failures).hasSize(8).anyMatch(text -> text.endsWith("no free request slot within the timeout"));
    }

    @Test
    void anInterruptEndsTheCallAndStaysVisible() throws Exception {
        // Given
        first.on("slow", first.hang());
        RpcClient client = client(1, Duration.ofSeconds(30), first.uri());
        List<String> seen = new CopyOnWriteArrayList<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                client.request("slow");
            } catch (RpcTransportException e) {
                seen.add(e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        await().until(() -> first.methods().contains("slow"));
        // When
        caller.interrupt();
        caller.join();
        // Then
        assertThat(seen).containsExactly("slow: interrupted true");
    }

    @Test
    void closingFailsRequestsUnderWayAndThoseThatCome() throws Exception {
        // Given
        first.on("slow", first.hang());
        RpcClient client = client(4, Duration.ofSeconds(30), first.uri());
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                client.request("slow");
            } catch (RpcTransportException e) {
                failures.add(e);
            }
        });
        await().until(() -> first.methods().contains("slow"));
        // When
        client.close();
        // Then
        assertThat(caller.join(Duration.ofSeconds(10))).isTrue();
        assertThat(failures).hasSize(1);
        assertThatThrownBy(() -> client.request("eth_blockNumber")).isInstanceOf(RpcTransportException.class);
    }

    @Test
    void userInfoOfAUrlBecomesBasicAuthentication() {
        // Given
        RpcClient client = client(8, SHORT, second.uriWithUser("ops:p%40ss"));
        // When
        client.request("eth_blockNumber");
        // Then
        assertThat(second.authorizations()).containsOnly("Basic b3BzOnBAc3M=");
    }

    @Test
    void settingsRefuseWhatCannotWorkAndDoNotPrintUrls() {
        List<URI> endpoints = List.of(URI.create("https://node.example/v3/key"));
        assertThatThrownBy(() -> new RpcSettings(1, List.of(), SHORT, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RpcSettings(1, List.of(URI.create("ws://node.example")), SHORT, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RpcSettings(0, endpoints, SHORT, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RpcSettings(1, endpoints, Duration.ZERO, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RpcSettings(1, endpoints, SHORT, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RpcSettings(1, endpoints, SHORT, 1, Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new RpcSettings(1, endpoints, SHORT, 1, 1).toString()).doesNotContain("key", "node");
    }
}
