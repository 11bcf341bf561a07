package org.relayersuite.blocklistener.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.relayersuite.blocklistener.TestBlocks.fork;
import static org.relayersuite.blocklistener.TestBlocks.ref;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.failure.BlockStoreException;
import org.relayersuite.blocklistener.failure.FinalizedBlockOrphanedException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.Database;

class BlockLedgerIT {
    private final Vertx vertx = Vertx.vertx();
    private final Database database = Database.open(vertx, TestPostgres.freshDatabase());
    private final ChainSession session = ChainSession.open(database, "lock", Duration.ofSeconds(5));
    private final BlockLedger ledger = new BlockLedger(session, 1);

    @AfterEach
    void close() {
        session.close();
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void trunk(long from, long to) {
        for (long number = from; number <= to; number++) {
            ledger.append(ref('a', number));
        }
    }

    private void finalizeUpTo(long number) {
        database.query("UPDATE blocks SET status = 'FINALIZED' WHERE block_number <= $1", number);
    }

    private String status(BlockRef block) {
        return database.query(
                        "SELECT status::text FROM blocks WHERE encode(block_hash, 'hex') = $1",
                        block.hash().value().toBareHex())
                .iterator()
                .next()
                .getString(0);
    }

    @Test
    void knowsNothingAtFirst() {
        assertThat(ledger.tip()).isEmpty();
        assertThat(ledger.lowest()).isEmpty();
        assertThat(ledger.canonical(5)).isEmpty();
        assertThat(ledger.canonicalAbove(0)).isEmpty();
    }

    @Test
    void theTipIsTheHighestBlockCanonicalOrFinal() {
        // When
        trunk(5, 8);

        // Then
        assertThat(ledger.tip()).contains(ref('a', 8));
        assertThat(ledger.lowest()).isEqualTo(OptionalLong.of(5));
        assertThat(ledger.canonical(6)).contains(ref('a', 6));
        assertThat(ledger.canonicalAbove(6)).containsExactly(ref('a', 7), ref('a', 8));

        finalizeUpTo(8);
        assertThat(ledger.tip()).contains(ref('a', 8));
        assertThat(ledger.canonical(6)).contains(ref('a', 6));
    }

    @Test
    void chainsInOneDatabaseDoNotSeeEachOther() {
        // Given
        trunk(5, 8);
        BlockLedger other = new BlockLedger(session, 2);

        // When
        other.append(ref('z', 100));

        // Then
        assertThat(ledger.tip()).contains(ref('a', 8));
        assertThat(other.tip()).contains(ref('z', 100));
        assertThat(other.lowest()).isEqualTo(OptionalLong.of(100));
        other.adopt(List.of(fork('y', 5, 'z')));
        assertThat(ledger.canonicalAbove(0)).hasSize(4);
    }

    @Test
    void aBranchTakesThePlaceOfWhatStoodAboveItsForkPoint() {
        // Given
        trunk(1, 6);

        // When
        ledger.adopt(List.of(fork('b', 4, 'a'), ref('b', 5), ref('b', 6), ref('b', 7)));

        // Then
        assertThat(ledger.canonicalAbove(0))
                .containsExactly(
                        ref('a', 1),
                        ref('a', 2),
                        ref('a', 3),
                        fork('b', 4, 'a'),
                        ref('b', 5),
                        ref('b', 6),
                        ref('b', 7));
        assertThat(status(ref('a', 4))).isEqualTo("UNCLE");
        assertThat(status(ref('a', 6))).isEqualTo("UNCLE");
    }

    @Test
    void adoptingWhatIsThereChangesNothing() {
        // Given
        trunk(1, 3);
        List<BlockRef> branch = List.of(fork('b', 3, 'a'), ref('b', 4));
        ledger.adopt(branch);

        // When: the walk is repeated after a crash behind the commit
        ledger.adopt(branch);

        // Then
        assertThat(ledger.canonicalAbove(0)).containsExactly(ref('a', 1), ref('a', 2), fork('b', 3, 'a'), ref('b', 4));
        assertThat(database.query("SELECT FROM blocks").size()).isEqualTo(5);
    }

    @Test
    void blocksFlipBackByAdoptionAndByAppending() {
        // Given
        trunk(1, 5);
        ledger.adopt(List.of(fork('b', 3, 'a'), ref('b', 4)));

        // When: the chain returns to a, 3 and 4 by a walk, 5 on top of it
        ledger.adopt(List.of(ref('a', 3), ref('a', 4)));
        ledger.append(ref('a', 5));

        // Then
        assertThat(ledger.tip()).contains(ref('a', 5));
        assertThat(status(fork('b', 3, 'a'))).isEqualTo("UNCLE");
        assertThat(database.query("SELECT FROM blocks").size()).isEqualTo(7);
    }

    @Test
    void aShorterBranchLeavesNothingOfTheOldOneAboveItself() {
        // Given
        trunk(1, 9);

        // When
        ledger.adopt(List.of(fork('b', 4, 'a'), ref('b', 5)));

        // Then
        assertThat(ledger.tip()).contains(ref('b', 5));
    }

    @Test
    void aFinalBlockIsNotReplacedAndNothingIsChanged() {
        // Given
        trunk(1, 6);
        finalizeUpTo(4);

        // Then
        assertThatThrownBy(() -> ledger.refuseToReplaceFinal(List.of(fork('b', 4, 'a'), ref('b', 5))))
                .isInstanceOf(FinalizedBlockOrphanedException.class)
                .hasMessageContaining(ref('a', 4).hash().toString());
        ledger.refuseToReplaceFinal(List.of(fork('b', 5, 'a')));
        assertThatThrownBy(() -> ledger.adopt(List.of(fork('b', 4, 'a'), ref('b', 5))))
                .isInstanceOf(FinalizedBlockOrphanedException.class);
        assertThat(status(ref('a', 5))).isEqualTo("CANONICAL");
        assertThat(database.query("SELECT FROM blocks").size()).isEqualTo(6);
    }

    @Test
    void aBlockIsAppendedOnce() {
        // Given
        trunk(1, 3);

        // Then
        assertThatThrownBy(() -> ledger.append(ref('a', 3))).isInstanceOf(InvariantViolationException.class);
    }

    @Test
    void twoBlocksAtOneHeightAreRefusedByTheDatabase() {
        // Given
        trunk(1, 3);

        // Then
        assertThatThrownBy(() -> ledger.append(ref('b', 3))).isInstanceOf(BlockStoreException.class);
    }
}
