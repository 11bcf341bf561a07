package org.relayersuite.blocklistener.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.blocklistener.TestBlocks.hash;
import static org.relayersuite.blocklistener.TestBlocks.ref;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.FakeNode;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.failure.InconsistentBlockException;
import org.relayersuite.blocklistener.failure.ListenerException;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;

class BlockFetchTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final FakeNode node = new FakeNode();
    private final RpcClient rpc = new RpcClient(
            new RpcSettings(FakeNode.CHAIN_ID, List.of(node.url()), Duration.ofSeconds(5), 8, 1 << 20),
            RpcObserver.NONE);
    private final List<ListenerException> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger fetched = new AtomicInteger();
    private final BlockFetch fetch = new BlockFetch(
            new BlockReader(() -> new Ethereum(rpc.pinned())),
            new FetchPauses(Duration.ofMillis(5), Duration.ofMillis(20)),
            System::nanoTime,
            new BlockFetch.FetchObserver() {
                @Override
                public void fetched(Duration duration) {
                    fetched.incrementAndGet();
                }

                @Override
                public void attemptFailed(ListenerException failure) {
                    failures.add(failure);
                }
            });

    @AfterEach
    void close() {
        rpc.close();
        node.close();
    }

    private CompletableFuture<FetchedBlock> inBackground(long number) {
        CompletableFuture<FetchedBlock> block = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                block.complete(fetch.byNumber(number));
            } catch (InterruptedException | RuntimeException e) {
                block.completeExceptionally(e);
            }
        });
        return block;
    }

    @Test
    void receiptsAreAskedForByTheHashOfTheBlockThatCame() throws Exception {
        // Given
        node.serve(List.of(ref('a', 10)));

        // When
        FetchedBlock block = fetch.byNumber(10);

        // Then
        assertThat(block.ref()).isEqualTo(ref('a', 10));
        assertThat(block.receipts()).hasSize(1);
        assertThat(node.asked)
                .containsExactly("eth_chainId", "eth_getBlockByNumber 0xa", "eth_getBlockReceipts " + hash('a', 10));
        assertThat(fetched).hasValue(1);
        assertThat(failures).isEmpty();
    }

    @Test
    void aBlockThatIsNotThereYetIsWaitedFor() {
        // Given: the head was told by a node that is ahead of this one
        node.serve(List.of(ref('a', 9)));
        CompletableFuture<FetchedBlock> block = inBackground(10);
        await().until(() -> failures.size() >= 3);
        assertThat(block).isNotDone();

        // When
        node.serve(List.of(ref('a', 9), ref('a', 10)));

        // Then
        assertThat(block)
                .succeedsWithin(Duration.ofSeconds(30))
                .extracting(FetchedBlock::ref)
                .isEqualTo(ref('a', 10));
        assertThat(failures).hasOnlyElementsOfType(BlockFetchException.class);
    }

    @Test
    void missingReceiptsAreWaitedForAndNeverTakenForAnEmptyBlock() {
        // Given: first no receipts, then an empty list for a block with a transaction
        node.serve(List.of(ref('a', 10)));
        node.lie((method, _, truth) ->
                method.equals("eth_getBlockReceipts") ? JsonNodeFactory.instance.nullNode() : truth);
        CompletableFuture<FetchedBlock> block = inBackground(10);
        await().until(() -> failures.size() >= 2);
        node.lie((method, _, truth) ->
                method.equals("eth_getBlockReceipts") ? JsonNodeFactory.instance.arrayNode() : truth);
        await().until(() -> failures.stream().anyMatch(InconsistentBlockException.class::isInstance));
        assertThat(block).isNotDone();

        // When
        node.tellTheTruth();

        // Then
        assertThat(block).succeedsWithin(Duration.ofSeconds(30));
        assertThat(block.join().receipts()).hasSize(1);
    }

    @Test
    void receiptsOfAnotherBranchAreNotBelieved() {
        // Given: the endpoint reorgs between the two calls
        node.serve(List.of(ref('a', 10)));
        node.lie((method, _, truth) -> method.equals("eth_getBlockReceipts") ? FakeNode.receipts(ref('b', 10)) : truth);
        CompletableFuture<FetchedBlock> block = inBackground(10);
        await().until(() -> failures.size() >= 3);
        assertThat(block).isNotDone();

        // When
        node.tellTheTruth();

        // Then
        assertThat(block).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void anOrphanThatIsGoneIsGivenUpAfterItsLimit() {
        // Given
        node.serve(List.of(ref('a', 10)));

        // Then
        assertThatThrownBy(() -> fetch.byHash(hash('b', 10), Duration.ofMillis(50)))
                .isInstanceOf(BlockFetchException.class);
        assertThat(failures).hasSizeGreaterThan(1);
    }

    @Test
    void anOrphanThatANodeKeptIsFetchedByItsHash() throws Exception {
        // Given
        node.serve(List.of(ref('b', 10)));
        node.serve(List.of(ref('a', 10)));

        // Then
        assertThat(fetch.byHash(hash('b', 10), LONG).ref()).isEqualTo(ref('b', 10));
    }

    @Test
    void aNodeThatDoesNotAnswerIsAskedAgain() {
        // Given: the answer is no block at all
        node.serve(List.of(ref('a', 10)));
        node.lie((method, _, truth) ->
                method.equals("eth_getBlockByNumber") ? JsonNodeFactory.instance.textNode("upstream failure") : truth);
        CompletableFuture<FetchedBlock> block = inBackground(10);
        await().until(() -> failures.size() >= 2);

        // When
        node.tellTheTruth();

        // Then
        assertThat(block).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void anInterruptEndsTheWaiting() {
        // Given
        node.serve(List.of(ref('a', 9)));
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                fetch.byNumber(10);
                outcome.complete(null);
            } catch (InterruptedException | RuntimeException e) {
                outcome.complete(e);
            }
        });
        await().until(() -> !failures.isEmpty());

        // When
        waiting.interrupt();

        // Then
        assertThat(outcome).succeedsWithin(Duration.ofSeconds(30)).isInstanceOf(InterruptedException.class);
    }
}
