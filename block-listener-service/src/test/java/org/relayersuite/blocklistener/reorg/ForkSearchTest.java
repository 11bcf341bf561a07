package org.relayersuite.blocklistener.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.relayersuite.blocklistener.TestBlocks.fork;
import static org.relayersuite.blocklistener.TestBlocks.hash;
import static org.relayersuite.blocklistener.TestBlocks.ref;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.failure.InconsistentBlockException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.blocklistener.publication.BlockNumberAndHash;
import org.relayersuite.core.Hash;

class ForkSearchTest {
    private final Map<Hash, BlockRef> chain = new HashMap<>();
    private final Map<Long, BlockRef> ledger = new HashMap<>();
    private final List<Hash> asked = new ArrayList<>();

    private final ForkSearch search = new ForkSearch(
            hash -> {
                asked.add(hash);
                BlockRef block = chain.get(hash);
                if (block == null) {
                    throw new BlockFetchException("gone", null);
                }
                return block;
            },
            number -> Optional.ofNullable(ledger.get(number)));

    private void onLedger(BlockRef... blocks) {
        for (BlockRef block : blocks) {
            ledger.put(block.number(), block);
        }
    }

    private void onChain(BlockRef... blocks) {
        for (BlockRef block : blocks) {
            chain.put(block.hash(), block);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 64, 300})
    void findsTheHighestCommonBlockAtAnyDepth(int depth) throws Exception {
        // Given: the ledger ends at 1000 on branch a, branch b leaves it "depth" blocks below
        long ancestor = 1000 - depth;
        for (long number = 1; number <= 1000; number++) {
            onLedger(ref('a', number));
        }
        List<BlockRef> branch = new ArrayList<>(List.of(fork('b', ancestor + 1, 'a')));
        for (long number = ancestor + 2; number <= 1001; number++) {
            branch.add(ref('b', number));
        }
        onChain(branch.toArray(BlockRef[]::new));

        // When
        Branch found = search.from(branch.getLast(), 1);

        // Then
        assertThat(found.commonAncestor()).isEqualTo(new BlockNumberAndHash(ancestor, hash('a', ancestor)));
        assertThat(found.blocks()).isEqualTo(branch);
        assertThat(found.newest()).isEqualTo(branch.getLast());
        assertThat(asked).hasSize(depth);
    }

    @Test
    void aBlockThatStandsOnTheLedgerIsABranchOfOne() throws Exception {
        // Given: another replica, or an earlier run, has already walked this reorg back
        onLedger(ref('a', 9), ref('a', 10));

        // When
        Branch found = search.from(ref('a', 11), 9);

        // Then
        assertThat(found.blocks()).containsExactly(ref('a', 11));
        assertThat(found.commonAncestor()).isEqualTo(BlockNumberAndHash.of(ref('a', 10)));
        assertThat(asked).isEmpty();
    }

    @Test
    void theWalkEndsAtTheLowestBlockOfTheLedger() throws Exception {
        // Given: everything that the ledger has was replaced
        onLedger(ref('a', 10), ref('a', 11), ref('a', 12));
        onChain(ref('b', 10), ref('b', 11), ref('b', 12), ref('b', 13));

        // When
        Branch found = search.from(ref('b', 13), 10);

        // Then
        assertThat(found.blocks()).containsExactly(ref('b', 10), ref('b', 11), ref('b', 12), ref('b', 13));
        assertThat(found.commonAncestor()).isEqualTo(new BlockNumberAndHash(9, hash('b', 9)));
    }

    @Test
    void aBlockThatIsGoneEndsTheWalk() {
        // Given
        onLedger(ref('a', 9), ref('a', 10));

        // Then
        assertThatThrownBy(() -> search.from(ref('b', 11), 9)).isInstanceOf(BlockFetchException.class);
    }

    @Test
    void aParentAtAnotherHeightIsRefused() {
        // Given: by the hash of b10 the endpoint answers a block 8
        onLedger(ref('a', 9), ref('a', 10));
        chain.put(hash('b', 10), new BlockRef(8, hash('b', 10), hash('b', 7)));

        // Then
        assertThatThrownBy(() -> search.from(ref('b', 11), 9)).isInstanceOf(InconsistentBlockException.class);
    }

    @Test
    void aParentWithAnotherHashIsRefused() {
        // Given
        onLedger(ref('a', 9), ref('a', 10));
        chain.put(hash('b', 10), ref('c', 10));

        // Then
        assertThatThrownBy(() -> search.from(ref('b', 11), 9)).isInstanceOf(InconsistentBlockException.class);
    }

    @Test
    void anotherGenesisIsAnotherChain() {
        // Given
        onLedger(new BlockRef(0, hash('a', 0), hash('z', 0)), ref('a', 1));
        onChain(new BlockRef(0, hash('b', 0), hash('z', 0)), ref('b', 1), ref('b', 2));

        // Then
        assertThatThrownBy(() -> search.from(ref('b', 2), 0)).isInstanceOf(InvariantViolationException.class);
    }
}
