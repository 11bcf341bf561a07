package org.relayersuite.store.deadline;

import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.fact.Completion;
import org.relayersuite.store.fact.GatewayFacts;
import org.relayersuite.store.fact.GatewayId;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;

/**
 * Ends requests whose deadline has passed, by the database's clock. Each statement is fenced by cron's epoch and passes
 * over rows that somebody else is working on; they are found again at the next round.
 */
public final class Deadlines {
    private static final String FENCE = """
            fence AS MATERIALIZED (SELECT 1 FROM leadership WHERE role = 'cron' AND epoch = $1 FOR SHARE)""";
    private static final String BOUND = """
            EXISTS (SELECT FROM lane_transaction t WHERE t.kind = $2 AND t.request_id = r.id AND t.live)""";

    private final Database database;
    private final Completion completion;
    private final String gatewayCursor;

    /** @param gatewayCursor the cursor whose block time decides whether an answer can still come */
    public Deadlines(Database database, Completion completion, String gatewayCursor) {
        this.database = database;
        this.completion = completion;
        this.gatewayCursor = gatewayCursor;
    }

    /** Sets how long requests of {@code kind} may stay in {@code status}; for rows that enter it from now on. */
    public void setTerm(CronLease lease, RequestKind kind, RequestStatus status, Duration term) {
        database.query(sql(kind, """
                        WITH {fence}
                        UPDATE deadline_term SET term = $4 * interval '1 millisecond' FROM fence
                        WHERE kind = $2 AND status = $3 AND term <> $4 * interval '1 millisecond'"""), lease.epoch(), kind.code(), status.code(), term.toMillis());
    }

    /**
     * Times out requests that wait in {@code queued} or {@code processing} without a nonce.
     *
     * @return how many ended
     */
    public int timeOutUnbound(CronLease lease, RequestKind kind, int limit) {
        return database.query(
                        sql(kind, """
                                WITH {fence}, due AS (
                                    SELECT id, req_status = 'queued' AND $2 <> 'input_proof' AS unready FROM {table} r
                                    WHERE req_status IN ('queued', 'processing') AND deadline_at <= now()
                                      AND NOT {bound}
                                    ORDER BY deadline_at LIMIT $3 FOR UPDATE SKIP LOCKED)
                                UPDATE {table} r SET req_status = 'timed_out',
                                    err_label = coalesce(r.refusal_label, CASE WHEN unready THEN $4 ELSE $5 END),
                                    err_reason = CASE
                                        WHEN r.refusal_label IS NOT NULL THEN 'the request was refused until its deadline'
                                        WHEN unready THEN 'the ciphertexts were not ready on the gateway in time'
                                        ELSE 'the request could not be sent in time' END
                                FROM due, fence WHERE r.id = due.id"""),
                        lease.epoch(),
                        kind.code(),
                        limit,
                        ErrorLabel.READINESS_CHECK_TIMED_OUT.code(),
                        ErrorLabel.RESPONSE_TIMED_OUT.code())
                .rowCount();
    }

    /**
     * Marks requests with a bound nonce whose deadline has passed. Only their lane can end them, once the chain has
     * answered for the nonce.
     *
     * @return how many were marked
     */
    public int requestAbandonment(CronLease lease, RequestKind kind, int limit) {
        return database.query(sql(kind, """
                                WITH {fence}, due AS (
                                    SELECT id FROM {table} r
                                    WHERE req_status IN ('processing', 'tx_in_flight') AND deadline_at <= now()
                                      AND NOT abandon_requested AND {bound}
                                    ORDER BY deadline_at LIMIT $3 FOR UPDATE SKIP LOCKED)
                                UPDATE {table} r SET abandon_requested = true
                                FROM due, fence WHERE r.id = due.id"""), lease.epoch(), kind.code(), limit).rowCount();
    }

    /** A request that waits for the gateway's answer, past its deadline. */
    public record Overdue(long requestId, GatewayId id) {}

    /** Requests in {@code receipt_received} whose deadline has passed, oldest first. */
    public List<Overdue> overdueAnswers(RequestKind kind, int limit) {
        List<Overdue> overdue = new ArrayList<>();
        for (Row row : database.query(RequestTable.of(kind).sql("""
                                SELECT id, gw_contract, gw_reference_id FROM {table}
                                WHERE req_status = 'receipt_received' AND deadline_at <= now()
                                ORDER BY deadline_at LIMIT $1"""), limit)) {
            overdue.add(new Overdue(
                    row.getLong(0),
                    new GatewayId(
                            Address.of(row.getString(1)),
                            Bytes.of(row.getBuffer(2).getBytes()))));
        }
        return overdue;
    }

    /**
     * Completes an overdue request if its answer is known by now; else times it out, but only when the gateway cursor
     * has passed the deadline by the chain's own time: an answer that is on the chain is not timed out because we have
     * not read it yet.
     *
     * @return the status it reached; empty when it must wait on
     */
    public Optional<RequestStatus> endOverdue(CronLease lease, RequestKind kind, Overdue overdue) {
        return database.inTransaction(session -> {
            GatewayFacts.lock(session, List.of(overdue.id()));
            if (completion.advance(session, overdue.id()) > 0) {
                return Optional.of(RequestStatus.COMPLETED);
            }
            boolean timedOut = session.query(
                                    sql(kind, """
                                            WITH {fence}
                                            UPDATE {table} r SET req_status = 'timed_out', err_label = $3,
                                                err_reason = 'the gateway did not answer in time'
                                            FROM fence, chain_cursor c
                                            WHERE r.id = $2 AND r.req_status = 'receipt_received'
                                              AND r.deadline_at <= now()
                                              AND c.cursor = $4 AND c.block_time > r.deadline_at"""),
                                    lease.epoch(),
                                    overdue.requestId(),
                                    ErrorLabel.RESPONSE_TIMED_OUT.code(),
                                    gatewayCursor)
                            .rowCount()
                    == 1;
            return timedOut ? Optional.of(RequestStatus.TIMED_OUT) : Optional.empty();
        });
    }

    private static String sql(RequestKind kind, String template) {
        return RequestTable.of(kind).sql(template.replace("{fence}", FENCE).replace("{bound}", BOUND));
    }
}
