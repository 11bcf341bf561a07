package org.relayersuite.store.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestLane;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.cursor.CursorPosition;
import org.relayersuite.store.dispatch.BoundTransaction;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.store.fact.GatewayLedger.Recorded;
import org.relayersuite.store.sql.Database;

/** Cursor, facts and requests change together or not at all. */
class GatewayLedgerIT {
    private static final RequestKind KIND = RequestKind.INPUT_PROOF;
    private static final GatewayId ID = new GatewayId(Address.of("ee".repeat(20)), Bytes.fromHex("07".repeat(32)));
    private static final CursorPosition START = block(100, 'a');

    private final TestDatabase test = new TestDatabase();
    private final Database database = test.database();
    private final ChainCursor cursor = new ChainCursor(database, "gateway", 1);
    private final GatewayLedger ledger = new GatewayLedger(database, cursor, new Completion(1));
    private final TestLane lane = new TestLane(database, "main");
    private long requestId;
    private BoundTransaction bound;
    private Hash txHash;

    @BeforeEach
    void sendOneRequest() {
        cursor.start(START);
        requestId = TestRequests.insert(database, KIND, 1);
        bound = lane.bind(KIND, requestId);
        txHash = lane.attempt(bound);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void completesARequestWhoseEventAndAnswerAreInOneBatch() {
        // When
        Recorded recorded = record(
                START,
                List.of(block(101, 'a'), block(102, 'a')),
                List.of(requested(block(101, 'a')), rejected(block(102, 'a'))));

        // Then
        assertThat(recorded).isEqualTo(new Recorded(true, 2, 0, 1));
        assertThat(status()).isEqualTo(RequestStatus.COMPLETED);
        assertThat(cursor.position()).contains(block(102, 'a'));
    }

    @Test
    void recordsNothingForAReaderThatWasOvertaken() {
        // Given
        record(START, List.of(block(101, 'a')), List.of());

        // When a second reader still stands where the first one stood
        Recorded recorded = record(START, List.of(block(101, 'a')), List.of(requested(block(101, 'a'))));

        // Then
        assertThat(recorded.moved()).isFalse();
        assertThat(status()).isEqualTo(RequestStatus.TX_IN_FLIGHT);
        assertThat(facts()).isZero();
    }

    @Test
    void letsOneOfManyReadersMoveTheCursor() throws Exception {
        // When eight readers record the same block at once
        List<Future<Recorded>> readers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                readers.add(threads.submit(
                        () -> record(START, List.of(block(101, 'a')), List.of(requested(block(101, 'a'))))));
            }
        }

        // Then
        int moved = 0;
        for (Future<Recorded> reader : readers) {
            moved += reader.get().moved() ? 1 : 0;
        }
        assertThat(moved).isEqualTo(1);
        assertThat(facts()).isEqualTo(1);
        assertThat(status()).isEqualTo(RequestStatus.RECEIPT_RECEIVED);
    }

    @Test
    void keepsNoFactsAboutSomebodyElsesRequests() {
        // When
        GatewayId foreign = new GatewayId(ID.contract(), Bytes.fromHex("08".repeat(32)));
        CursorPosition block = block(101, 'a');
        Recorded recorded = record(
                START,
                List.of(block),
                List.of(
                        new GatewayFact.Requested(foreign, position(block, 0, Hash.of("99".repeat(32)))),
                        new GatewayFact.InputProofRejected(foreign, position(block, 1, Hash.of("98".repeat(32))))));

        // Then
        assertThat(recorded).isEqualTo(new Recorded(true, 0, 2, 0));
        assertThat(facts()).isZero();
    }

    @Test
    void takesBackWhatOrphanedBlocksDid() {
        // Given a request that has its receipt
        record(START, List.of(block(101, 'a')), List.of(requested(block(101, 'a'))));

        // When its block is orphaned
        GatewayLedger.Rewound rewound = ledger.rewind(block(101, 'a'), START);

        // Then it waits for its transaction again, which is due to be sent
        assertThat(rewound).isEqualTo(new GatewayLedger.Rewound(true, 1, List.of()));
        assertThat(cursor.position()).contains(START);
        assertThat(status()).isEqualTo(RequestStatus.TX_IN_FLIGHT);
        assertThat(facts()).isZero();
        assertThat(new OpenTransactions(database).dueForBroadcast(lane.lease(), 10))
                .extracting(BoundTransaction::nonce)
                .containsExactly(bound.nonce());

        // And the replacement block brings it back, under whatever id
        record(
                START,
                List.of(block(101, 'b'), block(102, 'b')),
                List.of(requested(block(101, 'b')), rejected(block(102, 'b'))));
        assertThat(status()).isEqualTo(RequestStatus.COMPLETED);
    }

    @Test
    void tellsOfARequestThatHadEndedOnAnOrphanedBlock() {
        // Given
        record(
                START,
                List.of(block(101, 'a'), block(102, 'a')),
                List.of(requested(block(101, 'a')), rejected(block(102, 'a'))));

        // When
        GatewayLedger.Rewound rewound = ledger.rewind(block(102, 'a'), START);

        // Then it stays ended, and its nonce is watched again
        assertThat(rewound.endedRequests()).containsExactly(bound.id());
        assertThat(status()).isEqualTo(RequestStatus.COMPLETED);
        assertThat(new OpenTransactions(database).dueForBroadcast(lane.lease(), 10))
                .hasSize(1);
    }

    @Test
    void neverCompletesARequestWithAnIdThatAReorgGaveToAnother() {
        // Given two requests of ours; the first one's id goes to the second after a reorg
        long secondId = TestRequests.insert(database, KIND, 2);
        Hash secondHash = lane.attempt(lane.bind(KIND, secondId));
        record(START, List.of(block(101, 'a')), List.of(requested(block(101, 'a'))));
        ledger.rewind(block(101, 'a'), START);

        // When
        CursorPosition replacement = block(101, 'b');
        record(
                START,
                List.of(replacement, block(102, 'b')),
                List.of(
                        new GatewayFact.Requested(ID, position(replacement, 0, secondHash)),
                        rejected(block(102, 'b'))));

        // Then
        assertThat(TestRequests.status(database, KIND, secondId)).isEqualTo(RequestStatus.COMPLETED);
        assertThat(status()).isEqualTo(RequestStatus.TX_IN_FLIGHT);
    }

    @Test
    void keepsALogAsideThatCannotBeDecodedUntilItsBlockIsOrphaned() {
        // Given
        CursorPosition block = block(101, 'a');
        UndecodableLog odd = new UndecodableLog(
                ID.contract(),
                List.of(Hash.of("01".repeat(32))),
                Bytes.fromHex("ff"),
                position(block, 3, Hash.of("66".repeat(32))),
                "truncated");

        // When, Then it stops nothing, and is there once
        Recorded recorded = ledger.record(START, List.of(block), List.of(requested(block)), List.of(odd, odd));
        assertThat(recorded.moved()).isTrue();
        assertThat(status()).isEqualTo(RequestStatus.RECEIPT_RECEIVED);
        assertThat(deadLetters()).isEqualTo(1);

        // And a reorg takes it back
        ledger.rewind(block, START);
        assertThat(deadLetters()).isZero();
    }

    private long deadLetters() {
        return database.query("SELECT count(*) FROM gateway_dead_letter")
                .iterator()
                .next()
                .getLong(0);
    }

    private Recorded record(CursorPosition from, List<CursorPosition> passed, List<GatewayFact> facts) {
        return ledger.record(from, passed, facts, List.of());
    }

    private RequestStatus status() {
        return TestRequests.status(database, KIND, requestId);
    }

    private long facts() {
        return database.query("SELECT count(*) FROM gateway_fact")
                .iterator()
                .next()
                .getLong(0);
    }

    private GatewayFact requested(CursorPosition block) {
        return new GatewayFact.Requested(ID, position(block, 0, txHash));
    }

    private static GatewayFact rejected(CursorPosition block) {
        return new GatewayFact.InputProofRejected(ID, position(block, 0, Hash.of("77".repeat(32))));
    }

    private static CursorPosition block(long number, char fork) {
        return new CursorPosition(
                number,
                Hash.of(("" + fork).repeat(2) + "%062x".formatted(number)),
                Instant.ofEpochSecond(1_767_225_600 + number));
    }

    private static LogPosition position(CursorPosition block, long logIndex, Hash tx) {
        return new LogPosition(block.blockNumber(), block.blockHash(), logIndex, tx);
    }
}
