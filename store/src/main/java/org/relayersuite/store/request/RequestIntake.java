package org.relayersuite.store.request;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.InternalJobId;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.request.JobResult.InputProofResult;
import org.relayersuite.store.request.JobResult.PublicDecryptResult;
import org.relayersuite.store.request.JobResult.Share;
import org.relayersuite.store.request.JobResult.UserDecryptResult;
import org.relayersuite.store.sql.ConnectionLostException;
import org.relayersuite.store.sql.Database;

/** Lets requests in, one job per content, and finds them again. */
public final class RequestIntake {
    /** A server that restarts drops every connection of the pool, one after the other. */
    private static final int ATTEMPTS = 3;

    private final Database database;
    private final Notifications notifications;

    public RequestIntake(Database database, Notifications notifications) {
        this.database = database;
        this.notifications = notifications;
    }

    /**
     * Stores {@code request} as a new job, unless an active or completed one of the same content exists: then that one
     * stands. Any number of callers may do so at once, in any number of processes.
     */
    public Admission submit(RelayerRequest request) {
        UUID candidate = UUID.randomUUID();
        UUID jobId = insertOrFind(request, candidate);
        boolean inserted = jobId.equals(candidate);
        if (inserted) {
            notifications.send(Channel.DISPATCH);
        }
        return new Admission(jobId, inserted);
    }

    private UUID insertOrFind(RelayerRequest request, UUID candidate) {
        for (int attempt = 1; ; attempt++) {
            try {
                return insertOrFindOnce(request, candidate);
            } catch (ConnectionLostException e) {
                // Whether the row is there is unknown; the same candidate again finds it, or inserts it.
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private UUID insertOrFindOnce(RelayerRequest request, UUID candidate) {
        // One statement decides. On a conflict the no-op update makes RETURNING deliver the row that won, even one that
        // was committed after this statement began; the trigger lets a write that changes nothing pass unnoticed.
        return database.query(
                        RequestTable.of(request.kind()).sql("""
                                        INSERT INTO {table} AS r (ext_job_id, int_job_id, req) VALUES ($1, $2, $3)
                                        ON CONFLICT (int_job_id) WHERE req_status NOT IN ('failure', 'timed_out')
                                        DO UPDATE SET int_job_id = r.int_job_id
                                        RETURNING ext_job_id"""),
                        candidate,
                        InternalJobId.of(request).value().value().toArray(),
                        RequestJson.encode(request))
                .iterator()
                .next()
                .getUUID(0);
    }

    /** Finds a job of {@code kind} by the id its client was given. */
    public Optional<Job> find(RequestKind kind, UUID jobId) {
        RowIterator<Row> rows = database.query(
                        RequestTable.of(kind)
                                .sql("""
                                        SELECT ext_job_id, req_status, status_since, updated_at, err_label, err_reason,
                                            gw_req_tx_hash, res, {accepted}
                                        FROM {table} WHERE ext_job_id = $1""")
                                .replace("{accepted}", kind == RequestKind.INPUT_PROOF ? "accepted" : "NULL"),
                        jobId)
                .iterator();
        return rows.hasNext() ? Optional.of(job(kind, rows.next())) : Optional.empty();
    }

    /** How many requests of {@code kind} wait for their transaction. */
    public long waiting(RequestKind kind) {
        return database.query(RequestTable.of(kind)
                        .sql("SELECT count(*) FROM {table} WHERE req_status IN ('queued', 'processing')"))
                .iterator()
                .next()
                .getLong(0);
    }

    private static Job job(RequestKind kind, Row row) {
        RequestStatus status = RequestStatus.ofCode(row.getString("req_status"));
        Optional<Failure> failure = Optional.ofNullable(row.getString("err_label"))
                .map(label -> new Failure(ErrorLabel.ofCode(label), row.getString("err_reason")));
        Optional<JobResult> result =
                status == RequestStatus.COMPLETED ? Optional.of(result(kind, row)) : Optional.empty();
        return new Job(
                row.getUUID("ext_job_id"),
                kind,
                status,
                row.getOffsetDateTime("status_since").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                failure,
                Optional.ofNullable(row.getString("gw_req_tx_hash")),
                result);
    }

    private static JobResult result(RequestKind kind, Row row) {
        JsonObject res = row.getJsonObject("res");
        return switch (kind) {
            case INPUT_PROOF ->
                new InputProofResult(
                        row.getBoolean("accepted"),
                        strings(res.getJsonArray("handles")),
                        strings(res.getJsonArray("signatures")));
            case PUBLIC_DECRYPT ->
                new PublicDecryptResult(
                        res.getString("decryptedValue"),
                        strings(res.getJsonArray("signatures")),
                        res.getString("extraData"));
            case USER_DECRYPT ->
                new UserDecryptResult(res.getJsonArray("shares").stream()
                        .map(JsonObject.class::cast)
                        .map(share -> new Share(
                                share.getString("payload"), share.getString("signature"), share.getString("extraData")))
                        .toList());
        };
    }

    private static List<String> strings(JsonArray array) {
        return array == null
                ? List.of()
                : array.stream().map(String.class::cast).toList();
    }
}
