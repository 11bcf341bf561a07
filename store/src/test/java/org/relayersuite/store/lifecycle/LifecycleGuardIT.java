package org.relayersuite.store.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;

/** What the database itself refuses, whatever a service may try. */
class LifecycleGuardIT {
    private static final TestDatabase TEST = new TestDatabase();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private final Database database = TEST.database();

    @AfterAll
    static void close() {
        TEST.close();
    }

    static Stream<Arguments> everyMove() {
        return Stream.of(RequestKind.values())
                .flatMap(kind -> Stream.of(RequestStatus.values())
                        .flatMap(before -> Stream.of(RequestStatus.values())
                                .filter(after -> after != before)
                                .map(after -> Arguments.of(kind, before, after))));
    }

    @ParameterizedTest
    @MethodSource("everyMove")
    void allowsExactlyTheMovesOfTheDomainsTable(RequestKind kind, RequestStatus before, RequestStatus after) {
        // Given a request that came to its status by legal moves
        long id = requestIn(kind, before);

        // When it is moved
        boolean allowed = moves(kind, id, after);

        // Then the database agrees with the table in core
        assertThat(allowed).isEqualTo(before.mayBecome(after));
        assertThat(TestRequests.status(database, kind, id)).isEqualTo(allowed ? after : before);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void refusesRequestsThatStartElsewhereThanQueued(RequestKind kind) {
        assertThatThrownBy(() -> database.query(RequestTable.of(kind).sql("""
                                        INSERT INTO {table} (ext_job_id, int_job_id, req, req_status)
                                        VALUES (gen_random_uuid(), decode(repeat('ab', 32), 'hex'), '{}', 'processing')""")))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("starts as queued");
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestStatus.class,
            names = {"COMPLETED", "TIMED_OUT", "FAILURE"})
    void refusesEveryChangeOfAnEndedRequest(RequestStatus end) {
        for (RequestKind kind : RequestKind.values()) {
            // Given
            long id = requestIn(kind, end);

            // When, Then
            for (String change : List.of(
                    "err_reason = 'other'",
                    "gw_req_tx_hash = '0x01'",
                    "owner_epoch = 77",
                    "abandon_requested = true",
                    "deadline_at = now()")) {
                assertThatThrownBy(() -> database.query(
                                RequestTable.of(kind).sql("UPDATE {table} SET " + change + " WHERE id = $1"), id))
                        .as("%s of %s in %s", change, kind, end)
                        .isInstanceOf(DatabaseException.class)
                        .hasMessageContaining("has ended as");
            }
        }
    }

    @Test
    void letsALateConsensusHashReachACompletedUserDecryptionOnce() {
        // Given
        long id = requestIn(RequestKind.USER_DECRYPT, RequestStatus.COMPLETED);

        // When
        setConsensusHash(id, "0x01");

        // Then
        assertThat(consensusHash(id)).isEqualTo("0x01");
        assertThatThrownBy(() -> setConsensusHash(id, "0x02")).hasMessageContaining("has ended as");
    }

    @Test
    void refusesALateConsensusHashOnARequestThatFailedOrTimedOut() {
        for (RequestStatus end : List.of(RequestStatus.TIMED_OUT, RequestStatus.FAILURE)) {
            long id = requestIn(RequestKind.USER_DECRYPT, end);
            assertThatThrownBy(() -> setConsensusHash(id, "0x01")).hasMessageContaining("has ended as");
        }
    }

    @ParameterizedTest
    @MethodSource("everyEndWithALiveNonce")
    void refusesToEndARequestWhoseNonceIsUnresolved(RequestKind kind, RequestStatus before, RequestStatus end) {
        // Given
        long id = requestIn(kind, before);
        long transaction = bindNonce(kind, id);

        // When
        boolean whileBound = moves(kind, id, end);
        database.query("""
                UPDATE lane_transaction SET state = 'mined', mined_tx_hash = '0x1', mined_block_hash = '0x2',
                    mined_block = 1, reverted = false WHERE id = $1""", transaction);
        boolean onceMined = moves(kind, id, end);

        // Then
        assertThat(whileBound).isFalse();
        assertThat(onceMined).isTrue();
    }

    static Stream<Arguments> everyEndWithALiveNonce() {
        return Stream.of(RequestKind.values())
                .flatMap(kind -> Stream.of(
                                RequestStatus.PROCESSING, RequestStatus.TX_IN_FLIGHT, RequestStatus.RECEIPT_RECEIVED)
                        .flatMap(before -> Stream.of(RequestStatus.values())
                                .filter(RequestStatus::terminal)
                                .filter(before::mayBecome)
                                .map(end -> Arguments.of(kind, before, end))));
    }

    @Test
    void setsADeadlineOnFirstEntryAndNeverMovesIt() {
        for (RequestKind kind : RequestKind.values()) {
            // Given a request that was in flight once
            long id = requestIn(kind, RequestStatus.TX_IN_FLIGHT);
            Object first = deadline(kind, id);

            // When it goes back, is written to, and comes again under another term
            TestRequests.move(database, kind, id, RequestStatus.PROCESSING);
            database.query("UPDATE deadline_term SET term = interval '5 hours'");
            database.query(
                    RequestTable.of(kind)
                            .sql("UPDATE {table} SET deadline_at = 'infinity', owner_epoch = 3 WHERE id = $1"),
                    id);
            TestRequests.move(database, kind, id, RequestStatus.TX_IN_FLIGHT);

            // Then
            assertThat(deadline(kind, id)).isEqualTo(first);
        }
    }

    @Test
    void movesUpdatedAtOnlyWhenSomethingChanges() {
        // Given
        long id = requestIn(RequestKind.PUBLIC_DECRYPT, RequestStatus.PROCESSING);
        Object before = updatedAt(id);

        // When
        database.query("UPDATE public_decrypt_req SET int_job_id = int_job_id, lane = lane WHERE id = $1", id);
        Object afterNothing = updatedAt(id);
        database.query("UPDATE public_decrypt_req SET owner_epoch = 12 WHERE id = $1", id);

        // Then
        assertThat(afterNothing).isEqualTo(before);
        assertThat(updatedAt(id)).isNotEqualTo(before);
    }

    private boolean moves(RequestKind kind, long id, RequestStatus after) {
        try {
            TestRequests.move(database, kind, id, after);
            return true;
        } catch (DatabaseException e) {
            assertThat(e.sqlState()).contains("23514");
            return false;
        }
    }

    /** Walks a new request to {@code status} by the shortest legal way. */
    private long requestIn(RequestKind kind, RequestStatus status) {
        long id = TestRequests.insert(database, kind, NUMBER.incrementAndGet());
        for (RequestStatus step : way(status)) {
            TestRequests.move(database, kind, id, step);
        }
        return id;
    }

    private static List<RequestStatus> way(RequestStatus goal) {
        Map<RequestStatus, List<RequestStatus>> ways = new EnumMap<>(RequestStatus.class);
        ways.put(RequestStatus.QUEUED, List.of());
        Deque<RequestStatus> open = new ArrayDeque<>(List.of(RequestStatus.QUEUED));
        while (!ways.containsKey(goal)) {
            RequestStatus from = open.remove();
            for (RequestStatus to : RequestStatus.values()) {
                if (from.mayBecome(to) && !ways.containsKey(to)) {
                    List<RequestStatus> way = new ArrayList<>(ways.get(from));
                    way.add(to);
                    ways.put(to, way);
                    open.add(to);
                }
            }
        }
        return ways.get(goal);
    }

    private long bindNonce(RequestKind kind, long requestId) {
        database.query(
                "INSERT INTO lane (lane, chain_id, address, next_nonce) VALUES ('main', 1, '0x', 0) ON CONFLICT DO NOTHING");
        return database.query("""
                        INSERT INTO lane_transaction (lane, nonce, kind, request_id, to_address, calldata, gas_limit)
                        SELECT 'main', coalesce(max(nonce) + 1, 0), $1, $2, '0x', '', 21000 FROM lane_transaction
                        RETURNING id""", kind.code(), requestId).iterator().next().getLong(0);
    }

    private void setConsensusHash(long id, String hash) {
        database.query("UPDATE user_decrypt_req SET gw_consensus_tx_hash = $2 WHERE id = $1", id, hash);
    }

    private String consensusHash(long id) {
        return database.query("SELECT gw_consensus_tx_hash FROM user_decrypt_req WHERE id = $1", id)
                .iterator()
                .next()
                .getString(0);
    }

    private Object deadline(RequestKind kind, long id) {
        return database.query(RequestTable.of(kind).sql("SELECT deadline_at FROM {table} WHERE id = $1"), id)
                .iterator()
                .next()
                .getOffsetDateTime(0);
    }

    private Object updatedAt(long id) {
        return database.query("SELECT updated_at FROM public_decrypt_req WHERE id = $1", id)
                .iterator()
                .next()
                .getOffsetDateTime(0);
    }
}
