package org.relayersuite.store.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
import org.relayersuite.store.fact.Completion;
import org.relayersuite.store.fact.GatewayFact;
import org.relayersuite.store.fact.GatewayFacts;
import org.relayersuite.store.fact.GatewayId;
import org.relayersuite.store.fact.LogPosition;
import org.relayersuite.store.fact.RequestOrigin;
import org.relayersuite.store.request.IdempotencyKey;
import org.relayersuite.store.request.RequestIntake;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;

class DeadlinesIT {
    private static final CronLease LEASE = new CronLease(7);
    private static final CronLease STALE = new CronLease(6);

    private final TestDatabase test = new TestDatabase();
    private final Database database = test.database();
    private final Completion completion = new Completion(1);
    private final Deadlines deadlines = new Deadlines(database, completion, "gateway");
    private final TestLane lane = new TestLane(database, "main");

    @BeforeEach
    void lead() {
        database.query("INSERT INTO leadership (role, holder, epoch, expires_at) VALUES ('cron', 'me', 7, 'infinity')");
    }

    @AfterEach
    void close() {
        test.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void timesOutQueuedRequestsPastTheirDeadlineAndNoOthers(RequestKind kind) {
        // Given one that is due and one that is not
        endAtOnce();
        long due = TestRequests.insert(database, kind, 1);
        database.query("UPDATE deadline_term SET term = interval '1 hour'");
        long later = TestRequests.insert(database, kind, 2);

        // When
        int ended = deadlines.timeOutUnbound(LEASE, kind, 10);

        // Then
        assertThat(ended).isEqualTo(1);
        assertThat(TestRequests.status(database, kind, due)).isEqualTo(RequestStatus.TIMED_OUT);
        assertThat(TestRequests.status(database, kind, later)).isEqualTo(RequestStatus.QUEUED);
        assertThat(label(kind, due))
                .isEqualTo(kind == RequestKind.INPUT_PROOF ? "response_timed_out" : "readiness_check_timed_out");
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void doesNothingUnderAnEpochThatWasSucceeded(RequestKind kind) {
        // Given
        endAtOnce();
        long queued = TestRequests.insert(database, kind, 1);
        InFlight answered = receiptReceived(kind, 2);
        cursorAt(Instant.now().plusSeconds(60));

        // When
        deadlines.timeOutUnbound(STALE, kind, 10);
        deadlines.endOverdue(STALE, kind, new Deadlines.Overdue(answered.requestId(), answered.id()));

        // Then
        assertThat(TestRequests.status(database, kind, queued)).isEqualTo(RequestStatus.QUEUED);
        assertThat(TestRequests.status(database, kind, answered.requestId())).isEqualTo(RequestStatus.RECEIPT_RECEIVED);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void onlyMarksARequestWhoseNonceIsBound(RequestKind kind) {
        // Given one in flight, and one that a later epoch has put back to processing
        endAtOnce();
        long inFlight = TestRequests.insert(database, kind, 1);
        lane.bind(kind, inFlight);
        long claimedAgain = TestRequests.insert(database, kind, 2);
        lane.bind(kind, claimedAgain);
        TestRequests.move(database, kind, claimedAgain, RequestStatus.PROCESSING);

        // When
        int ended = deadlines.timeOutUnbound(LEASE, kind, 10);
        int marked = deadlines.requestAbandonment(LEASE, kind, 10);
        int markedAgain = deadlines.requestAbandonment(LEASE, kind, 10);

        // Then
        assertThat(ended).isZero();
        assertThat(marked).isEqualTo(2);
        assertThat(markedAgain).isZero();
        assertThat(TestRequests.status(database, kind, inFlight)).isEqualTo(RequestStatus.TX_IN_FLIGHT);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void timesOutAnUnansweredRequestOnlyWhenTheCursorHasPassedItsDeadline(RequestKind kind) {
        // Given an overdue request and a listener that is behind
        endAtOnce();
        InFlight request = receiptReceived(kind, 1);
        cursorAt(Instant.now().minusSeconds(3600));
        List<Deadlines.Overdue> overdue = deadlines.overdueAnswers(kind, 10);

        // When
        var whileBehind = deadlines.endOverdue(LEASE, kind, overdue.getFirst());
        cursorAt(Instant.now().plusSeconds(60));
        var oncePassed = deadlines.endOverdue(LEASE, kind, overdue.getFirst());

        // Then
        assertThat(whileBehind).isEmpty();
        assertThat(oncePassed).contains(RequestStatus.TIMED_OUT);
        assertThat(label(kind, request.requestId())).isEqualTo("response_timed_out");
    }

    @Test
    void completesAnOverdueRequestWhoseAnswerIsKnown() {
        // Given an answer that was stored without anybody completing the request
        endAtOnce();
        InFlight request = receiptReceived(RequestKind.INPUT_PROOF, 1);
        database.inTransaction(session -> {
            GatewayFacts.store(
                    session,
                    new GatewayFact.InputProofRejected(request.id(), position(2)),
                    new RequestOrigin(request.txHash(), Hash.of("0b".repeat(32))));
            return null;
        });
        cursorAt(Instant.now().plusSeconds(60));

        // When
        var reached = deadlines.endOverdue(
                LEASE, RequestKind.INPUT_PROOF, new Deadlines.Overdue(request.requestId(), request.id()));

        // Then
        assertThat(reached).contains(RequestStatus.COMPLETED);
    }

    @Test
    void passesOverARowThatSomebodyIsWorkingOn() throws Exception {
        // Given a due row that another transaction holds
        endAtOnce();
        RequestKind kind = RequestKind.PUBLIC_DECRYPT;
        long held = TestRequests.insert(database, kind, 1);
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = Thread.ofVirtual()
                .start(() -> database.inTransaction(session -> {
                    session.query("SELECT FROM public_decrypt_req WHERE id = $1 FOR UPDATE", held);
                    locked.countDown();
                    awaitUninterrupted(release);
                    return null;
                }));
        locked.await();

        // When
        int whileHeld = deadlines.timeOutUnbound(LEASE, kind, 10);
        release.countDown();
        holder.join();
        int afterwards = deadlines.timeOutUnbound(LEASE, kind, 10);

        // Then
        assertThat(whileHeld).isZero();
        assertThat(afterwards).isEqualTo(1);
    }

    @Test
    void purgesEndedRequestsWithAllThatBelongsToThemAndNothingElse() {
        // Given one ended with a final nonce, one ended whose nonce is not final, one that has not ended
        RequestKind kind = RequestKind.INPUT_PROOF;
        InFlight ended = receiptReceived(kind, 1);
        InFlight watched = receiptReceived(kind, 2);
        InFlight open = receiptReceived(kind, 3);
        TestRequests.move(database, kind, ended.requestId(), RequestStatus.TIMED_OUT);
        TestRequests.move(database, kind, watched.requestId(), RequestStatus.TIMED_OUT);
        database.query("UPDATE lane_transaction SET state = 'final' WHERE request_id = $1", ended.requestId());
        database.query("UPDATE lane_transaction SET state = 'final' WHERE request_id = $1", open.requestId());

        // When
        int tooEarly = new Purge(database).purge(LEASE, kind, Duration.ofHours(1), 10);
        int stale = new Purge(database).purge(STALE, kind, Duration.ZERO, 10);
        int purged = new Purge(database).purge(LEASE, kind, Duration.ZERO, 10);

        // Then
        assertThat(tooEarly).isZero();
        assertThat(stale).isZero();
        assertThat(purged).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM input_proof_req")).isEqualTo(2);
        assertThat(count("SELECT count(*) FROM lane_transaction")).isEqualTo(2);
        assertThat(count("SELECT count(*) FROM attempt")).isEqualTo(2);
        assertThat(count("SELECT count(*) FROM gateway_fact")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void purgesAKeyOnceItIsOldAndItsJobHasEndedAndTheJobOnlyAfterItsKeys(RequestKind kind) {
        // Given a job that has not ended and one that has, both with a key and a reader
        RequestIntake intake = new RequestIntake(database, test.notifications());
        UUID open = submit(intake, kind, 1);
        UUID ended = submit(intake, kind, 2);
        database.query(RequestTable.of(kind).sql("""
                        UPDATE {table} SET req_status = 'failure', err_label = 'internal_server_error', err_reason = 'x'
                        WHERE ext_job_id = $1"""), ended);
        Purge purge = new Purge(database);

        // When
        int jobWhileKeyed = purge.purge(LEASE, kind, Duration.ZERO, 10);
        int tooEarly = purge.purgeKeys(LEASE, kind, Duration.ofHours(1), 10);
        int stale = purge.purgeKeys(STALE, kind, Duration.ZERO, 10);
        int keys = purge.purgeKeys(LEASE, kind, Duration.ZERO, 10);
        int job = purge.purge(LEASE, kind, Duration.ZERO, 10);

        // Then
        assertThat(List.of(jobWhileKeyed, tooEarly, stale, keys, job)).containsExactly(0, 0, 0, 1, 1);
        assertThat(count("SELECT count(*) FROM idempotency_key")).isEqualTo(1);
        assertThat(intake.mayRead(kind, open, "ann")).isTrue();
        assertThat(intake.mayRead(kind, ended, "ann")).isFalse();
    }

    @Test
    void aJobTakesAlongTheKeyThatCameWhileItsPurgeWaitedForItsRow() throws Exception {
        // Given an ended job that a submission under a new key holds, not committed yet
        RequestKind kind = RequestKind.INPUT_PROOF;
        RequestIntake intake = new RequestIntake(database, test.notifications());
        UUID jobId = intake.submit(TestRequests.request(kind, 1)).jobId();
        CountDownLatch locked = new CountDownLatch(1);
        Thread deletion = database.inTransaction(session -> {
            session.query("SELECT FROM input_proof_req WHERE ext_job_id = $1 FOR UPDATE", jobId);
            session.query("INSERT INTO job_reader VALUES ('input_proof', $1, 'ann')", jobId);
            session.query("""
                    INSERT INTO idempotency_key (owner, endpoint, key, body_digest, kind, job_id)
                    VALUES ('ann', 'e', 'k', $2, 'input_proof', $1)""", jobId, new byte[32]);

            // When somebody deletes the row, with a snapshot that has neither
            Thread deleting = Thread.ofVirtual().start(() -> {
                locked.countDown();
                database.query("DELETE FROM input_proof_req WHERE ext_job_id = $1", jobId);
            });
            awaitUninterrupted(locked);
            await().until(() -> session.query("""
                            SELECT FROM pg_locks WHERE NOT granted""").rowCount() > 0);
            return deleting;
        });
        deletion.join();

        // Then nothing of it is left
        assertThat(count("SELECT count(*) FROM input_proof_req")).isZero();
        assertThat(count("SELECT count(*) FROM job_reader")).isZero();
        assertThat(count("SELECT count(*) FROM idempotency_key")).isZero();
    }

    private static UUID submit(RequestIntake intake, RequestKind kind, int number) {
        return intake.submit(
                        TestRequests.request(kind, number),
                        "endpoint",
                        Optional.of(new IdempotencyKey("ann", "key-" + number, Hash.of("b0".repeat(32)))),
                        Optional.of("ann"))
                .jobId();
    }

    private record InFlight(long requestId, GatewayId id, Hash txHash) {}

    private InFlight receiptReceived(RequestKind kind, int number) {
        long requestId = TestRequests.insert(database, kind, number);
        Hash txHash = lane.attempt(lane.bind(kind, requestId));
        GatewayId id = new GatewayId(Address.of("ee".repeat(20)), Bytes.fromHex("%064x".formatted(number)));
        database.inTransaction(session -> {
            GatewayFacts.lock(session, List.of(id));
            GatewayFacts.store(
                    session,
                    new GatewayFact.Requested(id, new LogPosition(1, Hash.of("0b".repeat(32)), number, txHash)));
            return completion.advance(session, id);
        });
        return new InFlight(requestId, id, txHash);
    }

    private static LogPosition position(long block) {
        return new LogPosition(block, Hash.of("%064x".formatted(block)), 0, Hash.of("77".repeat(32)));
    }

    /** From now on every deadline is the moment of entry. */
    private void endAtOnce() {
        database.query("UPDATE deadline_term SET term = interval '1 microsecond'");
    }

    private void cursorAt(Instant blockTime) {
        database.query("DELETE FROM chain_cursor");
        new ChainCursor(database, "gateway", 1).start(new CursorPosition(1, Hash.of("0c".repeat(32)), blockTime));
    }

    private String label(RequestKind kind, long id) {
        return database.query(RequestTable.of(kind).sql("SELECT err_label FROM {table} WHERE id = $1"), id)
                .iterator()
                .next()
                .getString(0);
    }

    private long count(String sql) {
        return database.query(sql).iterator().next().getLong(0);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
