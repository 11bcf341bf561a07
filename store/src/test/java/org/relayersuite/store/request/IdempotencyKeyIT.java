package org.relayersuite.store.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.core.Hash;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.sql.ConnectionLostException;
import org.relayersuite.store.sql.SqlSession;

class IdempotencyKeyIT {
    private static final TestDatabase TEST = new TestDatabase();
    private static final String ENDPOINT = "/v2/input-proof";
    private static final Hash BODY = Hash.of("b0".repeat(32));
    private static final RequestKind KIND = RequestKind.INPUT_PROOF;

    private final RequestIntake intake = new RequestIntake(TEST.database(), TEST.notifications());

    @AfterAll
    static void close() {
        TEST.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void makesOneJobOfManyConcurrentSubmissionsUnderOneKey(RequestKind kind) throws Exception {
        // Given
        RelayerRequest request = TestRequests.request(kind, 101);

        // When
        List<Admission> admissions = concurrently(100, number -> submit(request, "many-" + kind));

        // Then
        assertThat(jobs(admissions)).hasSize(1);
        assertThat(admissions.stream().filter(Admission::inserted)).hasSize(1);
        assertThat(rowsOf(request)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestStatus.class,
            names = {"FAILURE", "TIMED_OUT"})
    void givesTheFirstJobAgainHoweverItEnded(RequestStatus end) {
        // Given
        RelayerRequest request = TestRequests.request(KIND, end == RequestStatus.FAILURE ? 102 : 103);
        Admission first = submit(request, "ended-" + end);
        end(first.jobId(), end);

        // When
        Admission again = submit(request, "ended-" + end);
        Admission unkeyed = intake.submit(request);

        // Then the key stands for its job, and the content alone does not
        assertThat(again).isEqualTo(new Admission(first.jobId(), false));
        assertThat(unkeyed.inserted()).isTrue();
        assertThat(unkeyed.jobId()).isNotEqualTo(first.jobId());
    }

    @Test
    void refusesAKeyThatStandsForAnotherBodyAndStoresNothing() {
        // Given
        Admission first = submit(TestRequests.request(KIND, 104), "reused");
        RelayerRequest other = TestRequests.request(KIND, 105);

        // When
        assertThatThrownBy(() -> intake.submit(
                        other,
                        ENDPOINT,
                        Optional.of(new IdempotencyKey("", "reused", Hash.of("b1".repeat(32)))),
                        none()))
                .isInstanceOf(IdempotencyKeyReusedException.class);

        // Then
        assertThat(rowsOf(other)).isZero();
        assertThat(submit(TestRequests.request(KIND, 104), "reused").jobId()).isEqualTo(first.jobId());
    }

    @Test
    void keysOfOneContentShareTheJobThatIsActive() {
        // Given two keys for one content
        RelayerRequest request = TestRequests.request(KIND, 106);
        Admission first = submit(request, "share-1");
        Admission second = submit(request, "share-2");

        // When the job fails
        end(first.jobId(), RequestStatus.FAILURE);

        // Then both keys still stand for it, and a third opens a new one
        assertThat(second).isEqualTo(new Admission(first.jobId(), false));
        assertThat(submit(request, "share-1").jobId()).isEqualTo(first.jobId());
        assertThat(submit(request, "share-2").jobId()).isEqualTo(first.jobId());
        assertThat(submit(request, "share-3").inserted()).isTrue();
    }

    @Test
    void tellsKeysApartByOwnerAndEndpoint() {
        // Given a key whose job failed
        RelayerRequest request = TestRequests.request(KIND, 107);
        Admission first = submit(request, "scoped");
        end(first.jobId(), RequestStatus.FAILURE);

        // When the same text comes from somebody else, and to another endpoint
        Admission elsewhere =
                intake.submit(request, "/v3/user-decrypt", Optional.of(new IdempotencyKey("", "scoped", BODY)), none());
        end(elsewhere.jobId(), RequestStatus.FAILURE);
        Admission somebodyElse = intake.submit(
                request, ENDPOINT, Optional.of(new IdempotencyKey("ann", "scoped", BODY)), Optional.of("ann"));

        // Then
        assertThat(Set.of(first.jobId(), elsewhere.jobId(), somebodyElse.jobId()))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waitsForATransactionThatIsAboutToTakeTheKey(boolean commits) throws Exception {
        // Given a transaction that has taken the key for a job and has not committed
        String key = "in-flight-" + commits;
        RelayerRequest request = TestRequests.request(KIND, commits ? 108 : 109);
        UUID other = UUID.randomUUID();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Admission> submission = heldOpen(commits, session -> {
                KeyedJobs.take(session, ENDPOINT, new IdempotencyKey("", key, BODY), KIND, other);
                // When the same key is submitted, it waits
                Future<Admission> waiting = threads.submit(() -> submit(request, key));
                await().until(() -> keepingAwake(session) && somebodyWaitsForALock());
                return waiting;
            });

            // Then it gets that job, or its own if the other came to nothing
            if (commits) {
                assertThat(submission.get()).isEqualTo(new Admission(other, false));
                assertThat(rowsOf(request)).isZero();
            } else {
                assertThat(submission.get().inserted()).isTrue();
            }
        }
    }

    @Test
    void submissionsOfFewContentsUnderManyKeysNeverWaitForEachOtherInACircle() throws Exception {
        // When keys of four contents meet each other and submissions without a key
        List<Admission> admissions = concurrently(200, number -> {
            RelayerRequest request = TestRequests.request(KIND, 110 + number % 4);
            return number % 5 == 0 ? intake.submit(request) : submit(request, "circle-" + number % 20);
        });

        // Then each content has one job, and none of them failed as a deadlock
        assertThat(jobs(admissions)).hasSize(4);
    }

    @Test
    void answersTheSameWhateverConnectionsAreLostOnTheWay() throws Exception {
        // Given a server that keeps ending the connections
        AtomicBoolean over = new AtomicBoolean();
        Thread breaker = Thread.ofVirtual().start(() -> {
            while (!over.get()) {
                endAllConnectionsButOne();
            }
        });

        // When clients submit, and repeat what was not answered
        List<Admission> admissions;
        try {
            admissions = concurrently(150, number -> {
                RelayerRequest request = TestRequests.request(KIND, 200 + number);
                Admission first = repeating(request, "lost-" + number);
                Admission again = repeating(request, "lost-" + number);
                assertThat(again.jobId()).isEqualTo(first.jobId());
                return first;
            });
        } finally {
            over.set(true);
            breaker.join();
        }

        // Then every content has one job, the one its key stands for
        assertThat(jobs(admissions)).hasSize(150);
        for (int number = 0; number < 150; number++) {
            assertThat(rowsOf(TestRequests.request(KIND, 200 + number))).isEqualTo(1);
        }
        assertThat(count("""
                        SELECT count(*) FROM idempotency_key k JOIN input_proof_req r ON r.ext_job_id = k.job_id
                        WHERE k.key LIKE 'lost-%'""")).isEqualTo(150);
    }

    @Test
    void aJobIsReadByThoseWhoPostedItAndNobodyElse() {
        // Given one who posted it, one who posted it again, with a key, and one who did neither
        RelayerRequest request = TestRequests.request(KIND, 120);
        UUID jobId =
                intake.submit(request, ENDPOINT, none(), Optional.of("ann")).jobId();
        intake.submit(request, ENDPOINT, none(), Optional.of("ann"));
        intake.submit(request, ENDPOINT, Optional.of(new IdempotencyKey("bob", "k", BODY)), Optional.of("bob"));

        // Then
        assertThat(intake.mayRead(KIND, jobId, "ann")).isTrue();
        assertThat(intake.mayRead(KIND, jobId, "bob")).isTrue();
        assertThat(intake.mayRead(KIND, jobId, "eve")).isFalse();
        assertThat(intake.mayRead(RequestKind.PUBLIC_DECRYPT, jobId, "ann")).isFalse();
    }

    private Admission submit(RelayerRequest request, String key) {
        return intake.submit(request, ENDPOINT, Optional.of(new IdempotencyKey("", key, BODY)), none());
    }

    private Admission repeating(RelayerRequest request, String key) {
        while (true) {
            try {
                return submit(request, key);
            } catch (ConnectionLostException e) {
                assertThat(e).hasMessageContaining("connection");
            }
        }
    }

    private static <T> Optional<T> none() {
        return Optional.empty();
    }

    private interface Numbered {
        Admission submit(int number);
    }

    private static List<Admission> concurrently(int times, Numbered numbered) throws Exception {
        List<Callable<Admission>> submissions = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            int number = i;
            submissions.add(() -> numbered.submit(number));
        }
        List<Admission> admissions = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Admission> submission : threads.invokeAll(submissions)) {
                admissions.add(submission.get());
            }
        }
        return admissions;
    }

    private static Set<UUID> jobs(List<Admission> admissions) {
        Set<UUID> jobs = new HashSet<>();
        admissions.forEach(admission -> jobs.add(admission.jobId()));
        return jobs;
    }

    private static <T> T heldOpen(boolean commits, Function<SqlSession, T> work) {
        List<T> result = new ArrayList<>();
        try {
            TEST.database().inTransaction(session -> {
                result.add(work.apply(session));
                if (!commits) {
                    throw new IllegalStateException("rolls back");
                }
                return null;
            });
        } catch (IllegalStateException e) {
            assertThat(commits).isFalse();
        }
        return result.getFirst();
    }

    /** The database ends sessions that idle in a transaction. */
    private static boolean keepingAwake(SqlSession session) {
        return session.query("SELECT 1").rowCount() == 1;
    }

    private static boolean somebodyWaitsForALock() {
        return count("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'""") > 0;
    }

    private static void endAllConnectionsButOne() {
        try {
            TEST.database().query("""
                    SELECT pg_terminate_backend(pid), pg_sleep(0.02) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%INTO%'""");
        } catch (ConnectionLostException e) {
            // The pool had not noticed yet that this connection was ended the last time.
            Thread.onSpinWait();
        }
    }

    private static long rowsOf(RelayerRequest request) {
        return TEST.database()
                .query(
                        RequestTable.of(request.kind()).sql("SELECT FROM {table} WHERE req = $1"),
                        RequestJson.encode(request))
                .rowCount();
    }

    private static long count(String sql) {
        return TEST.database().query(sql).iterator().next().getLong(0);
    }

    private static void end(UUID jobId, RequestStatus end) {
        TEST.database().query(RequestTable.of(KIND).sql("""
                                        UPDATE {table} SET req_status = $2, err_label = 'internal_server_error',
                                            err_reason = 'x' WHERE ext_job_id = $1"""), jobId, end.code());
    }
}
