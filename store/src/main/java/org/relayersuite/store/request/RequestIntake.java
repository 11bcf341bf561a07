package org.relayersuite.store.request;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.request.InternalJobId;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.ConnectionLostException;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;
import org.relayersuite.store.sql.SqlSession;

/** Lets requests in, one job per content, and finds them again. */
public final class RequestIntake {
    /** A server that restarts drops every connection of the pool, one after the other. */
    private static final int ATTEMPTS = 3;

    private static final String UNIQUE_VIOLATION = "23505";

    /**
     * One statement decides. On a conflict the no-op update makes RETURNING deliver the row that won, even one that was
     * committed after this statement began; the trigger lets a write that changes nothing pass unnoticed.
     */
    private static final String INSERT_OR_FIND = """
            INSERT INTO {table} AS r (ext_job_id, int_job_id, req) VALUES ($1, $2, $3)
            ON CONFLICT (int_job_id) WHERE req_status NOT IN ('failure', 'timed_out')
            DO UPDATE SET int_job_id = r.int_job_id
            RETURNING ext_job_id""";

    private static final String INSERT_OR_FIND_WITH_READER = "WITH job AS (" + INSERT_OR_FIND + """
            ), reader AS (
                INSERT INTO job_reader (kind, job_id, owner) SELECT $4, ext_job_id, $5 FROM job ON CONFLICT DO NOTHING)
            SELECT ext_job_id FROM job""";

    private final Database database;
    private final Notifications notifications;

    public RequestIntake(Database database, Notifications notifications) {
        this.database = database;
        this.notifications = notifications;
    }

    /** As {@link #submit(RelayerRequest, String, Optional, Optional)}, without a key and for nobody in particular. */
    public Admission submit(RelayerRequest request) {
        return submit(request, "", Optional.empty(), Optional.empty());
    }

    /**
     * Stores {@code request} as a new job, unless an active or completed one of the same content exists: then that one
     * stands. Any number of callers may do so at once, in any number of processes.
     *
     * <p>With a {@code key} that was sent to {@code endpoint} before, the first job stands, however it ended. While
     * another transaction is taking the key, this one waits for it.
     *
     * @param endpoint what keys are told apart by, besides their owner
     * @param poster who may read the job from now on
     * @throws IdempotencyKeyReusedException when the key stands for another body
     */
    public Admission submit(
            RelayerRequest request, String endpoint, Optional<IdempotencyKey> key, Optional<String> poster) {
        Submission submission = new Submission(request, endpoint, key, poster, UUID.randomUUID());
        UUID jobId = admit(submission);
        boolean inserted = jobId.equals(submission.candidate);
        if (inserted) {
            notifications.send(Channel.DISPATCH);
        }
        return new Admission(jobId, inserted);
    }

    private record Submission(
            RelayerRequest request,
            String endpoint,
            Optional<IdempotencyKey> key,
            Optional<String> poster,
            UUID candidate) {
        RequestTable table() {
            return RequestTable.of(request.kind());
        }
    }

    private UUID admit(Submission submission) {
        for (int attempt = 1; ; attempt++) {
            try {
                // Whether an attempt whose connection was lost took effect is unknown. Its row may have ended since, or
                // its statement may still be running: the candidate itself is what tells.
                if (attempt > 1 && isStored(submission)) {
                    return submission.candidate;
                }
                return submission.key.isEmpty()
                        ? insertOrFind(database, submission)
                        : database.inTransaction(session -> insertOrFind(session, submission, submission.key.get()));
            } catch (DatabaseException e) {
                boolean again = e instanceof ConnectionLostException || attempt > 1 && isUniqueViolation(e);
                if (!again || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private boolean isStored(Submission submission) {
        return database.query(submission.table().sql("SELECT FROM {table} WHERE ext_job_id = $1"), submission.candidate)
                        .rowCount()
                > 0;
    }

    /** The former attempt of the same candidate committed in the middle of this one. */
    private static boolean isUniqueViolation(DatabaseException e) {
        return e.sqlState().filter(UNIQUE_VIOLATION::equals).isPresent();
    }

    /** The key first, the content second: two submissions never wait for each other's rows. */
    private static UUID insertOrFind(SqlSession session, Submission submission, IdempotencyKey key) {
        UUID keyed = KeyedJobs.take(session, submission.endpoint, key, submission.request.kind(), submission.candidate);
        if (!keyed.equals(submission.candidate)) {
            return keyed;
        }
        UUID jobId = insertOrFind(session, submission);
        if (!jobId.equals(submission.candidate)) {
            KeyedJobs.point(session, submission.endpoint, key, jobId);
        }
        return jobId;
    }

    private static UUID insertOrFind(SqlSession session, Submission submission) {
        RelayerRequest request = submission.request;
        byte[] content = InternalJobId.of(request).value().value().toArray();
        JsonObject json = RequestJson.encode(request);
        RowSet<Row> rows = submission.poster.isEmpty()
                ? session.query(submission.table().sql(INSERT_OR_FIND), submission.candidate, content, json)
                : session.query(
                        submission.table().sql(INSERT_OR_FIND_WITH_READER),
                        submission.candidate,
                        content,
                        json,
                        request.kind().code(),
                        submission.poster.get());
        return rows.iterator().next().getUUID(0);
    }

    /** Whether posting {@code request} without a key would find a job that stands, not open one. */
    public boolean stands(RelayerRequest request) {
        byte[] content = InternalJobId.of(request).value().value().toArray();
        return database.query(RequestTable.of(request.kind()).sql("""
                                SELECT FROM {table} WHERE int_job_id = $1 AND req_status NOT IN ('failure', 'timed_out')"""), content).rowCount() > 0;
    }

    /**
     * The job that {@code key} was taken for at {@code endpoint}: whoever repeats a submission is told of it, whatever
     * has become of the content's validity since.
     *
     * @throws IdempotencyKeyReusedException when it was taken with another body
     */
    public Optional<UUID> jobOf(String endpoint, IdempotencyKey key) {
        return KeyedJobs.find(database, endpoint, key);
    }

    /** Whether {@code owner} posted the content that the job {@code jobId} of {@code kind} stands for. */
    public boolean mayRead(RequestKind kind, UUID jobId, String owner) {
        return database.query(
                                "SELECT FROM job_reader WHERE kind = $1 AND job_id = $2 AND owner = $3",
                                kind.code(),
                                jobId,
                                owner)
                        .rowCount()
                > 0;
    }

    /** Finds a job of {@code kind} by the id its client was given. */
    public Optional<Job> find(RequestKind kind, UUID jobId) {
        return JobRows.jobs(
                        kind,
                        database.query(JobRows.sql(kind, "SELECT {job} FROM {table} WHERE ext_job_id = $1"), jobId))
                .stream()
                .findFirst();
    }
}
