package org.relayersuite.blocklistener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.blocklistener.TestBlocks.fork;
import static org.relayersuite.blocklistener.TestBlocks.hash;
import static org.relayersuite.blocklistener.TestBlocks.ref;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.Listening.Entry;
import org.relayersuite.blocklistener.Listening.Options;
import org.relayersuite.blocklistener.Listening.Replica;
import org.relayersuite.blocklistener.block.BlockRef;

/** What nodes and load balancers really do: they are behind, ahead, on another branch, or in the middle of changing. */
class HostileNodeIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration A_WHILE = Duration.ofMillis(400);

    private FakeNode node;
    private Listening listening;

    @BeforeEach
    void start() {
        node = new FakeNode();
        listening = new Listening();
    }

    @AfterEach
    void stop() {
        listening.close();
        node.close();
    }

    /** Blocks {@code from} to {@code to} of branch a. */
    private static List<BlockRef> trunk(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(n -> ref('a', n)).toList();
    }

    /** Branch a up to {@code ancestor}, and {@code branch} from there to {@code to}. */
    private static List<BlockRef> forked(long from, long ancestor, char branch, long to) {
        List<BlockRef> chain = new ArrayList<>(trunk(from, ancestor));
        chain.add(fork(branch, ancestor + 1, 'a'));
        LongStream.rangeClosed(ancestor + 2, to).forEach(n -> chain.add(ref(branch, n)));
        return chain;
    }

    private static List<String> hashes(List<BlockRef> blocks) {
        return blocks.stream().map(block -> block.hash().toString()).toList();
    }

    private void awaitLedger(List<BlockRef> chain) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(listening.ledger("CANONICAL")).isEqualTo(hashes(chain)));
    }

    private void awaitPasses(Replica replica, int more) {
        double passes = replica.count("listener_cursor_iterations_total");
        await().atMost(SOON).until(() -> replica.count("listener_cursor_iterations_total") >= passes + more);
    }

    @Test
    void aHeadThatIsAheadOfTheBlocksSkipsNothing() {
        // Given: the head is told by a node 25 blocks ahead of the one that has the blocks
        node.serve(trunk(9, 15));
        node.lie((method, _, truth) ->
                method.equals("eth_blockNumber") ? JsonNodeFactory.instance.textNode("0x28") : truth);
        listening.start(node.url(), Options.from(10));
        awaitLedger(trunk(9, 15));

        // When
        node.serve(trunk(9, 18));
        awaitLedger(trunk(9, 18));
        node.serve(trunk(9, 40));

        // Then
        awaitLedger(trunk(9, 40));
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(trunk(10, 40)));
        assertThat(listening.notices()).isEmpty();
    }

    @Test
    void aLowerHeadIsNotAReorg() {
        // Given
        node.serve(trunk(0, 50));
        Replica replica = listening.start(node.url(), Options.from(1));
        awaitLedger(trunk(0, 50));

        // When: a node that is still syncing answers
        node.serve(trunk(0, 5));
        awaitPasses(replica, 5);

        // Then
        assertThat(listening.ledger("CANONICAL")).isEqualTo(hashes(trunk(0, 50)));
        node.serve(trunk(0, 52));
        awaitLedger(trunk(0, 52));
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(trunk(1, 52)));
        assertThat(listening.notices()).isEmpty();
        assertThat(replica.count("listener_reorgs_total")).isZero();
    }

    @Test
    void aJumpOfTheHeadLeavesNoGap() {
        // Given
        node.serve(trunk(0, 100));
        listening.start(node.url(), Options.from(100));
        awaitLedger(trunk(99, 100));

        // When
        node.serve(trunk(0, 103));
        awaitLedger(trunk(99, 103));
        node.serve(trunk(0, 104));
        awaitLedger(trunk(99, 104));

        // Then
        assertThat(listening.blocks()).extracting(Entry::number).containsExactly(100L, 101L, 102L, 103L, 104L);
    }

    @Test
    void aReorgInTheMiddleOfARangeIsFoundByTheParents() {
        // Given: from block 13 on the node answers from another branch, though it told 11 and 12 of the old one
        node.serve(trunk(9, 10));
        listening.start(node.url(), Options.from(10));
        awaitLedger(trunk(9, 10));
        List<BlockRef> after = forked(9, 10, 'b', 20);
        AtomicBoolean switched = new AtomicBoolean();
        node.serve(trunk(9, 12));
        node.serve(after);
        node.lie((method, params, truth) -> {
            if (!switched.get() && method.equals("eth_getBlockByNumber")) {
                long number = Long.decode(params.get(0).asText());
                if (number == 11 || number == 12) {
                    return FakeNode.block(ref('a', number));
                }
                if (number >= 13 && !params.get(1).asBoolean()) {
                    switched.set(true);
                }
            }
            return truth;
        });

        // Then
        awaitLedger(after);
        assertThat(ConsumerView.of(listening.blocks())).isEqualTo(hashes(after.subList(1, after.size())));
        assertThat(listening.ledger("UNCLE")).isEqualTo(hashes(List.of(ref('a', 11), ref('a', 12))));
        assertThat(listening.notices()).hasSize(1);
    }

    @Test
    void receiptsOfAnotherBranchHoldTheBlockBackUntilTheyFit() {
        // Given
        node.serve(trunk(9, 12));
        node.lie((method, params, truth) -> method.equals("eth_getBlockReceipts")
                        && params.get(0).asText().equals(hash('a', 11).toString())
                ? FakeNode.receipts(ref('b', 11))
                : truth);
        Replica replica = listening.start(node.url(), Options.from(10));
        awaitLedger(trunk(9, 10));

        // Then
        await().during(A_WHILE).atMost(SOON).until(() -> listening.blocks().size() == 1);
        assertThat(replica.count("listener_transient_errors_total", "error_kind", "block_fetch")
                        + replica.count("listener_transient_errors_total", "error_kind", "block_compute"))
                .isPositive();
        node.tellTheTruth();
        awaitLedger(trunk(9, 12));
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(trunk(10, 12)));
    }

    @Test
    void aChainThatGoesBackAndForthIsFollowedBothTimes() {
        // Given
        List<BlockRef> a = trunk(0, 10);
        node.serve(a);
        Replica replica = listening.start(node.url(), Options.from(1));
        awaitLedger(a);

        // When
        List<BlockRef> b = forked(0, 6, 'b', 11);
        node.serve(b);
        awaitLedger(b);
        assertThat(listening.ledger("UNCLE")).isEqualTo(hashes(trunk(7, 10)));
        List<BlockRef> again = trunk(0, 14);
        node.serve(again);

        // Then: the rows flip, none is doubled
        awaitLedger(again);
        assertThat(listening.ledger("UNCLE")).isEqualTo(hashes(b.subList(7, 12)));
        assertThat(ConsumerView.of(listening.blocks())).isEqualTo(hashes(trunk(1, 14)));
        assertThat(replica.count("listener_reorgs_total")).isEqualTo(2);
        assertThat(listening.notices()).hasSize(2);

        // And a third time, with blocks above the old branch that are known as orphans
        List<BlockRef> bAgain = forked(0, 6, 'b', 16);
        node.serve(bAgain);
        awaitLedger(bAgain);
        node.serve(trunk(0, 20));
        awaitLedger(trunk(0, 20));
        assertThat(ConsumerView.of(listening.blocks())).isEqualTo(hashes(trunk(1, 20)));
    }

    @Test
    void aBranchThatOnlyOneAnswerClaimedMovesNobody() {
        // Given
        node.serve(trunk(0, 10));
        Replica replica = listening.start(node.url(), Options.from(1));
        awaitLedger(trunk(0, 10));

        // When: asked for block 11 whole, the endpoint tells one of another branch; asked for its header, the true one
        node.serve(forked(0, 9, 'b', 11));
        node.serve(trunk(0, 11));
        AtomicBoolean lied = new AtomicBoolean();
        node.lie((method, params, truth) -> {
            if (method.equals("eth_getBlockByNumber")
                    && params.get(0).asText().equals("0xb")
                    && params.get(1).asBoolean()
                    && lied.compareAndSet(false, true)) {
                return FakeNode.block(ref('b', 11));
            }
            return truth;
        });

        // Then
        awaitLedger(trunk(0, 11));
        assertThat(lied).isTrue();
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(trunk(1, 11)));
        assertThat(listening.notices()).isEmpty();
        assertThat(replica.count("listener_reorgs_total")).isZero();
    }

    @Test
    void aBranchWhoseBlocksAreGoneIsGivenUpAndTheChainFollowed() {
        // Given: the tip of branch b is told, its parents nowhere to be had
        node.serve(trunk(0, 10));
        Replica replica = listening.start(node.url(), Options.from(1));
        awaitLedger(trunk(0, 10));
        List<BlockRef> b = forked(0, 8, 'b', 11);
        node.serve(b);
        node.forget(b.get(10));
        await().atMost(SOON)
                .until(() -> replica.count("listener_transient_errors_total", "error_kind", "block_fetch") > 3);
        assertThat(listening.ledger("CANONICAL")).isEqualTo(hashes(trunk(0, 10)));

        // When
        node.serve(trunk(0, 13));

        // Then
        awaitLedger(trunk(0, 13));
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(trunk(1, 13)));
    }

    @Test
    void aFinalBlockIsNeverReplacedAndNothingOfTheBranchIsPublished() {
        // Given
        node.serve(trunk(0, 10));
        Replica replica = listening.start(node.url(), Options.from(1));
        awaitLedger(trunk(0, 10));
        listening.database.query("UPDATE blocks SET status = 'FINALIZED' WHERE block_number <= 8");

        // When
        node.serve(forked(0, 6, 'b', 12));

        // Then
        await().atMost(SOON)
                .until(() ->
                        replica.count("listener_permanent_errors_total", "error_kind", "invariant_violation") >= 2);
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(trunk(1, 10)));
        assertThat(listening.notices()).isEmpty();
        assertThat(listening.ledger("FINALIZED")).isEqualTo(hashes(trunk(0, 8)));

        // And a branch above it is walked back as ever
        List<BlockRef> above = forked(0, 8, 'c', 13);
        node.serve(above);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(Stream.concat(
                                        listening.ledger("FINALIZED").stream(), listening.ledger("CANONICAL").stream())
                                .toList())
                        .isEqualTo(hashes(above)));
    }

    @Test
    void aNodeOfAnotherChainIsNeverBelieved() {
        // Given
        node.serve(trunk(0, 10));
        node.lie((method, _, truth) -> method.equals("eth_chainId") ? JsonNodeFactory.instance.textNode("0x1") : truth);

        // When
        Replica replica = listening.start(node.url(), Options.from(1));

        // Then
        await().atMost(SOON)
                .until(() -> replica.count("listener_transient_errors_total", "error_kind", "chain_height") >= 2);
        assertThat(listening.blocks()).isEmpty();
        assertThat(listening.ledger("CANONICAL")).isEmpty();
    }
}
