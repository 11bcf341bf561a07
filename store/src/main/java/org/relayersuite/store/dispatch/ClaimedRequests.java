package org.relayersuite.store.dispatch;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestJson;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;

/** The requests of one lane before their nonce is bound: claimed, looked at, moved on, put off or refused. */
public final class ClaimedRequests {
    /**
     * Shares the lane's row with other decisions and excludes a take-over until the statement's transaction ends. As a
     * materialised step it runs even when no row is left to update, so that being fenced out is always noticed.
     */
    private static final String FENCE =
            "fence AS MATERIALIZED (SELECT 1 FROM lane WHERE lane = $1 AND epoch = $2 FOR SHARE)";

    private final Database database;

    public ClaimedRequests(Database database) {
        this.database = database;
    }

    /**
     * Takes over unfinished requests that nobody works on, or that an earlier epoch of this lane worked on, oldest
     * first. A row in {@code tx_in_flight} goes back to {@code processing}, where its binding is found and kept.
     *
     * @return how many were claimed
     * @throws FencedOutException when the lane has a new leader
     */
    public int claim(Lease lease, RequestKind kind, int limit) {
        return fenced(lease, kind, """
                candidate AS (
                    SELECT id FROM {table}
                    WHERE req_status IN ('queued', 'processing', 'tx_in_flight')
                      AND owner_epoch < $2 AND (lane IS NULL OR lane = $1)
                    ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED),
                changed AS (
                    UPDATE {table} r SET lane = $1, owner_epoch = $2, next_action_at = now(),
                        req_status = CASE r.req_status WHEN 'tx_in_flight' THEN 'processing' ELSE r.req_status END
                    FROM candidate, fence WHERE r.id = candidate.id
                    RETURNING 1)""", limit);
    }

    /** Selects claimed requests in {@code status} that are due and not yet bound to a nonce, oldest first. */
    public List<Work> due(Lease lease, RequestKind kind, RequestStatus status, int limit) {
        RowSet<Row> rows = database.query(
                RequestTable.of(kind).sql("""
                                SELECT id, ext_job_id, req, refused_since, refusal_label FROM {table} r
                                WHERE lane = $1 AND owner_epoch = $2 AND req_status = $3 AND next_action_at <= now()
                                  AND deadline_at > now()
                                  AND NOT EXISTS (SELECT FROM lane_transaction t
                                                  WHERE t.kind = $4 AND t.request_id = r.id AND t.live)
                                ORDER BY id LIMIT $5"""), lease.lane(), lease.epoch(), status.code(), kind.code(), limit);
        List<Work> due = new ArrayList<>(rows.size());
        for (Row row : rows) {
            due.add(new Work(
                    row.getLong("id"),
                    row.getUUID("ext_job_id"),
                    RequestJson.decode(kind, row.getJsonObject("req")),
                    Optional.ofNullable(row.getOffsetDateTime("refused_since")).map(time -> time.toInstant()),
                    Optional.ofNullable(row.getString("refusal_label")).map(ErrorLabel::ofCode)));
        }
        return due;
    }

    /** Moves requests from {@code queued} to {@code processing}; rows that have moved otherwise are left alone. */
    public int ready(Lease lease, RequestKind kind, List<Long> ids) {
        return fenced(lease, kind, """
                changed AS (
                    UPDATE {table} SET req_status = 'processing', next_action_at = now(),
                        refused_since = NULL, refusal_label = NULL
                    FROM fence
                    WHERE id = ANY($3) AND lane = $1 AND owner_epoch = $2 AND req_status = 'queued'
                    RETURNING 1)""", (Object) ids.toArray(Long[]::new));
    }

    /** Sends rows whose nonce is already bound on from {@code processing}, where a claim put them, to where they were. */
    public int resumeBound(Lease lease, RequestKind kind) {
        return fenced(lease, kind, """
                candidate AS (
                    SELECT id FROM {table} r
                    WHERE r.lane = $1 AND r.owner_epoch = $2 AND r.req_status = 'processing'
                      AND EXISTS (SELECT FROM lane_transaction t
                                  WHERE t.kind = $3 AND t.request_id = r.id AND t.live)
                    ORDER BY id FOR UPDATE SKIP LOCKED),
                changed AS (
                    UPDATE {table} r SET req_status = 'tx_in_flight'
                    FROM candidate, fence WHERE r.id = candidate.id
                    RETURNING 1)""", kind.code());
    }

    /** Looks at the requests again after {@code pause}; nothing refuses them. */
    public int postpone(Lease lease, RequestKind kind, List<Long> ids, Duration pause) {
        return fenced(lease, kind, """
                changed AS (
                    UPDATE {table} SET next_action_at = now() + $4 * interval '1 millisecond',
                        refused_since = NULL, refusal_label = NULL
                    FROM fence
                    WHERE id = ANY($3) AND lane = $1 AND owner_epoch = $2 AND req_status IN ('queued', 'processing')
                    RETURNING 1)""", ids.toArray(Long[]::new), pause.toMillis());
    }

    /** Looks at a refused request again after {@code pause}, remembering since when it has been refused. */
    public int postponeRefused(Lease lease, RequestKind kind, long id, ErrorLabel refusal, Duration pause) {
        return fenced(lease, kind, """
                changed AS (
                    UPDATE {table} SET next_action_at = now() + $5 * interval '1 millisecond',
                        refused_since = CASE WHEN refusal_label = $4 THEN refused_since ELSE now() END, refusal_label = $4
                    FROM fence
                    WHERE id = $3 AND lane = $1 AND owner_epoch = $2 AND req_status IN ('queued', 'processing')
                    RETURNING 1)""", id, refusal.code(), pause.toMillis());
    }

    /** Ends a request that no nonce is bound to. */
    public int fail(Lease lease, RequestKind kind, long id, ErrorLabel label, String reason) {
        return fenced(lease, kind, """
                changed AS (
                    UPDATE {table} r SET req_status = 'failure', err_label = $4, err_reason = $5
                    FROM fence
                    WHERE id = $3 AND r.lane = $1 AND owner_epoch = $2 AND req_status IN ('queued', 'processing')
                      AND NOT EXISTS (SELECT FROM lane_transaction t
                                      WHERE t.kind = $6 AND t.request_id = r.id AND t.live)
                    RETURNING 1)""", id, label.code(), reason, kind.code());
    }

    /** Gives back the lane's unbound requests, so that another lane may have them: nobody owns them any more. */
    public int handBack(Lease lease, RequestKind kind) {
        return fenced(lease, kind, """
                changed AS (
                    UPDATE {table} r SET lane = NULL, owner_epoch = 0
                    FROM fence
                    WHERE r.lane = $1 AND r.owner_epoch = $2 AND r.req_status IN ('queued', 'processing')
                      AND NOT EXISTS (SELECT FROM lane_transaction t
                                      WHERE t.kind = $3 AND t.request_id = r.id AND t.live)
                    RETURNING 1)""", kind.code());
    }

    private int fenced(Lease lease, RequestKind kind, String steps, Object... params) {
        Object[] all = new Object[params.length + 2];
        all[0] = lease.lane();
        all[1] = lease.epoch();
        System.arraycopy(params, 0, all, 2, params.length);
        Row counts = database.query(
                        RequestTable.of(kind)
                                .sql("WITH " + FENCE + ", " + steps
                                        + " SELECT (SELECT count(*) FROM fence), (SELECT count(*) FROM changed)"),
                        all)
                .iterator()
                .next();
        if (counts.getLong(0) == 0) {
            throw new FencedOutException(lease);
        }
        return counts.getInteger(1);
    }
}
