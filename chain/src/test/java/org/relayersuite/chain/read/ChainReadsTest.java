package org.relayersuite.chain.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.chain.read.ScriptedChain.blockHash;
import static org.relayersuite.chain.read.ScriptedChain.bytes;
import static org.relayersuite.chain.read.ScriptedChain.head;
import static org.relayersuite.chain.read.ScriptedChain.header;
import static org.relayersuite.chain.read.ScriptedChain.revert;
import static org.relayersuite.chain.read.ScriptedChain.unknownBlock;
import static org.relayersuite.chain.rpc.ScriptedNode.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.chain.read.CallResult.Returned;
import org.relayersuite.chain.read.CallResult.Reverted;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.chain.rpc.RpcTransportException;
import org.relayersuite.chain.rpc.ScriptedNode;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

class ChainReadsTest {
    private static final Address CONTRACT = Address.of("cc".repeat(20));
    private static final ViewCall CALL = new ViewCall(CONTRACT, Bytes.fromHex("ab"), OptionalLong.empty());
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration HEAD_MAX_AGE = Duration.ofSeconds(1);
    private static final Freshness HALF_A_MINUTE = Freshness.of(Duration.ofSeconds(30), LONG);
    private static final int CALLERS = 1_000;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScriptedNode node = new ScriptedNode(ScriptedChain.ID);
    private final ScriptedNode second = new ScriptedNode(ScriptedChain.ID);
    private final ScriptedChain chain = new ScriptedChain(node, second);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final ChainReads reads = reads(1 << 20);

    @BeforeEach
    void bothNodesKnowTheSameBlock() {
        head(node, 16);
        head(second, 16);
    }

    @AfterEach
    void close() {
        callers.shutdownNow();
        chain.close();
    }

    private ChainReads reads(long maxCacheBytes) {
        return new ChainReads(
                chain.ethereum(), ScriptedChain.ID, new ReadSettings(HEAD_MAX_AGE, maxCacheBytes), registry, now::get);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private double counted(String kind, String outcome) {
        return registry.get("relayer_chain_reads")
                .tags("chain_id", "31337", "kind", kind, "outcome", outcome)
                .counter()
                .count();
    }

    private static ViewCall call(int number) {
        return new ViewCall(CONTRACT, Bytes.fromHex("%08x".formatted(number)), OptionalLong.empty());
    }

    /** All callers at once; the node holds its answer back until all but the first have joined it. */
    private <T> List<Future<T>> stampede(String kind, ScriptedNode.Reply reply, Callable<T> read) {
        CountDownLatch joined = new CountDownLatch(1);
        node.on("eth_call", (exchange, request) -> {
            awaitLatch(joined);
            reply.write(exchange, request);
        });
        List<Future<T>> answers =
                IntStream.range(0, CALLERS).mapToObj(_ -> callers.submit(read)).toList();
        await().atMost(LONG).until(() -> counted(kind, "coalesced") == CALLERS - 1);
        joined.countDown();
        return answers;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aThousandCallersOfAConstantMakeOneCall() throws Exception {
        // When
        List<Future<Bytes>> answers = stampede("constant", bytes("07"), () -> reads.constant(CALL, LONG));
        // Then
        for (Future<Bytes> answer : answers) {
            assertThat(answer.get()).isEqualTo(Bytes.fromHex("07"));
        }
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
        assertThat(counted("constant", "miss")).isEqualTo(1);
    }

    @Test
    void aThousandCallersOfALatestValueAskForOneHeadAndMakeOneCall() throws Exception {
        // When
        List<Future<Reading>> answers = stampede("latest", bytes("07"), () -> reads.latest(CALL, HALF_A_MINUTE));
        // Then
        for (Future<Reading> answer : answers) {
            assertThat(answer.get().result()).isEqualTo(new Returned(Bytes.fromHex("07")));
        }
        assertThat(node.methods()).containsExactly("eth_chainId", "eth_getBlockByNumber", "eth_call");
        assertThat(second.methods()).isEmpty();
    }

    @Test
    void aFailureReachesAllWhoWaitAndIsNotKept() throws Exception {
        // When
        second.on("eth_call", http(500, ""));
        List<Future<Bytes>> answers = stampede("constant", http(500, ""), () -> reads.constant(CALL, LONG));
        // Then
        for (Future<Bytes> answer : answers) {
            assertThat(catchThrowable(answer::get)).hasCauseInstanceOf(RpcTransportException.class);
        }
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
        // And the next caller asks again
        node.on("eth_call", bytes("07"));
        assertThat(reads.constant(CALL, LONG)).isEqualTo(Bytes.fromHex("07"));
    }

    @Test
    void aConstantIsAskedForOnceForEver() {
        // Given
        node.on("eth_call", bytes("07"));
        reads.constant(CALL, LONG);
        // When
        pass(Duration.ofDays(365));
        head(node, 17);
        node.on("eth_call", bytes("08"));
        // Then
        assertThat(reads.constant(CALL, LONG)).isEqualTo(Bytes.fromHex("07"));
        assertThat(counted("constant", "hit")).isEqualTo(1);
    }

    @Test
    void aConstantThatRevertsIsNotKept() {
        // Given
        node.on("eth_call", revert("aabbccdd"));
        assertThatThrownBy(() -> reads.constant(CALL, LONG)).isInstanceOf(RpcErrorException.class);
        // When / Then
        node.on("eth_call", bytes("07"));
        assertThat(reads.constant(CALL, LONG)).isEqualTo(Bytes.fromHex("07"));
    }

    @Test
    void aCallAtABlockIsMadeOncePerBlockWhateverItComesTo() {
        // Given
        node.on("eth_call", revert("aabbccdd"));
        // When / Then
        Reverted reverted = new Reverted(Bytes.fromHex("aabbccdd"));
        assertThat(reads.at(blockHash(1), CALL, LONG)).isEqualTo(reverted);
        node.on("eth_call", bytes("07"));
        assertThat(reads.at(blockHash(1), CALL, LONG)).isEqualTo(reverted);
        assertThat(reads.at(blockHash(2), CALL, LONG)).isEqualTo(new Returned(Bytes.fromHex("07")));
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(2);
        assertThat(node.requests().getLast().at("/params/1/blockHash").asText())
                .isEqualTo(blockHash(2).toString());
    }

    @Test
    void callsThatDifferInTheirGasCapAreDifferentCalls() {
        node.on("eth_call", bytes("07"));
        ViewCall capped = new ViewCall(CONTRACT, CALL.data(), OptionalLong.of(100_000));
        reads.at(blockHash(1), CALL, LONG);
        reads.at(blockHash(1), capped, LONG);
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(2);
        assertThat(node.requests().getLast().at("/params/0/gas").asText()).isEqualTo("0x186a0");
    }

    @Test
    void aBlockThatTheNodeDoesNotHaveIsAFailureAndNotKept() {
        // Given
        node.on("eth_call", unknownBlock());
        assertThatThrownBy(() -> reads.at(blockHash(1), CALL, LONG)).isInstanceOf(RpcErrorException.class);
        // When / Then
        node.on("eth_call", bytes("07"));
        assertThat(reads.at(blockHash(1), CALL, LONG)).isEqualTo(new Returned(Bytes.fromHex("07")));
    }

    @Test
    void aReadAtTheHeadIsRepeatedOnlyAtANewHead() {
        // Given
        node.on("eth_call", bytes("07"));
        // When
        Reading first = reads.atHead(CALL, LONG);
        pass(HEAD_MAX_AGE.plusMillis(1));
        Reading sameHead = reads.atHead(CALL, LONG);
        // Then
        assertThat(first.block().number()).isEqualTo(16);
        assertThat(first.block().hash()).isEqualTo(blockHash(16));
        assertThat(first.stale()).isFalse();
        assertThat(sameHead.result()).isEqualTo(first.result());
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
        assertThat(ScriptedChain.count(node, "eth_getBlockByNumber")).isEqualTo(2);
        // And when the head has moved
        head(node, 17);
        node.on("eth_call", bytes("08"));
        pass(HEAD_MAX_AGE.plusMillis(1));
        Reading newHead = reads.atHead(CALL, LONG);
        assertThat(newHead.result()).isEqualTo(new Returned(Bytes.fromHex("08")));
        assertThat(newHead.block().number()).isEqualTo(17);
    }

    @Test
    void headAndCallComeFromOneEndpointAndBothFromTheNextWhenItFails() {
        // Given a node that loses its block between the two questions
        node.on("eth_call", http(503, ""));
        head(second, 15);
        second.on("eth_call", bytes("07"));
        // When
        Reading reading = reads.atHead(CALL, LONG);
        // Then the call was made at the block that the second node has
        assertThat(reading.block().number()).isEqualTo(15);
        assertThat(second.requests().getLast().at("/params/1/blockHash").asText())
                .isEqualTo(blockHash(15).toString());
    }

    @Test
    void aHeadThatWasReorgedAwayIsAskedForAgain() {
        // Given
        node.on("eth_call", ScriptedNode.first(unknownBlock(), bytes("07")))
                .on("eth_getBlockByNumber", ScriptedNode.first(header(16), header(17)));
        // When / Then
        assertThat(reads.atHead(CALL, LONG).block().hash()).isEqualTo(blockHash(17));
    }

    @Test
    void aLatestValueIsKeptAsLongAsTheCallerWantsIt() {
        // Given
        node.on("eth_call", bytes("07"));
        reads.latest(CALL, HALF_A_MINUTE);
        node.on("eth_call", bytes("08"));
        head(node, 17);
        // When
        pass(Duration.ofSeconds(30));
        Reading kept = reads.latest(CALL, HALF_A_MINUTE);
        pass(Duration.ofMillis(1));
        Reading fresh = reads.latest(CALL, HALF_A_MINUTE);
        // Then
        assertThat(kept.result()).isEqualTo(new Returned(Bytes.fromHex("07")));
        assertThat(kept.age()).isEqualTo(Duration.ofSeconds(30));
        assertThat(fresh.result()).isEqualTo(new Returned(Bytes.fromHex("08")));
        assertThat(fresh.block().number()).isEqualTo(17);
        assertThat(counted("latest", "hit")).isEqualTo(1);
        assertThat(counted("latest", "miss")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"failing", "hanging"})
    void aStaleValueIsServedOnlyWhereItIsAllowedAndSaysHowOldItIs(String node) {
        // Given a value of a minute ago, and nodes that give no new one
        this.node.on("eth_call", bytes("07"));
        reads.latest(CALL, HALF_A_MINUTE);
        pass(Duration.ofMinutes(1));
        for (ScriptedNode each : List.of(this.node, second)) {
            each.on("eth_getBlockByNumber", node.equals("failing") ? http(500, "") : each.hang());
        }
        // When it may be stale
        Reading stale = reads.latest(CALL, new Freshness(Duration.ofSeconds(30), SHORT, Duration.ofMinutes(1)));
        // Then
        assertThat(stale.stale()).isTrue();
        assertThat(stale.age()).isEqualTo(Duration.ofMinutes(1));
        assertThat(stale.block().number()).isEqualTo(16);
        assertThat(stale.result()).isEqualTo(new Returned(Bytes.fromHex("07")));
        assertThat(counted("latest", "stale")).isEqualTo(1);
        // And when it may not, or is too old for the caller
        assertThatThrownBy(() -> reads.latest(CALL, Freshness.of(Duration.ofSeconds(30), SHORT)))
                .isInstanceOf(RpcTransportException.class);
        pass(Duration.ofMillis(1));
        assertThatThrownBy(
                        () -> reads.latest(CALL, new Freshness(Duration.ofSeconds(30), SHORT, Duration.ofMinutes(1))))
                .isInstanceOf(RpcTransportException.class);
    }

    @Test
    void withoutAnyKnownValueThereIsNothingStaleToServe() {
        node.on("eth_getBlockByNumber", http(500, ""));
        second.on("eth_getBlockByNumber", http(500, ""));
        assertThatThrownBy(() -> reads.latest(CALL, new Freshness(Duration.ZERO, LONG, LONG)))
                .isInstanceOf(RpcException.class);
    }

    @Test
    void aCallerWithAShortDeadlineLeavesTheFetchToTheOthers() throws Exception {
        // Given a fetch under way
        CountDownLatch answered = new CountDownLatch(1);
        node.on("eth_call", (exchange, request) -> {
            awaitLatch(answered);
            bytes("07").write(exchange, request);
        });
        assertThatThrownBy(() -> reads.constant(CALL, SHORT))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageContaining("deadline");
        Future<Bytes> patient = callers.submit(() -> reads.constant(CALL, LONG));
        Future<Bytes> interrupted = callers.submit(() -> reads.constant(CALL, LONG));
        await().until(() -> counted("constant", "coalesced") == 2);
        // When
        interrupted.cancel(true);
        answered.countDown();
        // Then
        assertThat(patient.get()).isEqualTo(Bytes.fromHex("07"));
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
    }

    @Test
    void cachesStayWithinTheirBound() {
        // Given room for about ten calls in each cache
        node.on("eth_call", bytes("07"));
        ChainReads small = reads(6_000);
        // When a hundred calls are made twice
        for (int i = 0; i < 200; i++) {
            small.constant(call(i % 100), LONG);
            small.at(blockHash(1), call(i % 100), LONG);
            small.latest(call(i % 100), HALF_A_MINUTE);
        }
        // Then few of the second round were still known
        assertThat(List.of(counted("constant", "hit"), counted("height", "hit"), counted("latest", "hit")))
                .allSatisfy(hits -> assertThat(hits).isLessThan(20));
        assertThat(small.entries()).isLessThanOrEqualTo(33);
    }

    @Test
    void anEntryLargerThanTheCacheIsAnsweredAndNotKept() {
        node.on("eth_call", bytes("07".repeat(10_000)));
        ChainReads small = reads(6_000);
        assertThat(small.constant(CALL, LONG).size()).isEqualTo(10_000);
        assertThat(small.entries()).isZero();
    }

    @Test
    void metersAreThereBeforeAnythingIsRead() {
        assertThat(registry.find("relayer_chain_reads").tag("chain_id", "31337").counters())
                .hasSize(16)
                .allSatisfy(counter -> assertThat(counter.count()).isZero())
                .extracting(Counter::getId)
                .doesNotHaveDuplicates();
    }
}
