package org.relayersuite.store.deadline;

import java.time.Duration;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;

/** Deletes requests that ended long ago, each with its transactions, attempts, shares and facts. */
public final class Purge {
    private final Database database;

    public Purge(Database database) {
        this.database = database;
    }

    /**
     * Deletes up to {@code limit} requests of {@code kind} that have been terminal for longer than {@code retention}.
     * One statement, so that no crash leaves shares or facts without their request. Requests whose nonce is not final
     * yet stay: the lane still watches it. So do those that an idempotency key stands for: its client may ask again.
     *
     * @return how many requests were deleted
     */
    public int purge(CronLease lease, RequestKind kind, Duration retention, int limit) {
        return database.query(
                        RequestTable.of(kind).sql("""
                                        WITH fence AS MATERIALIZED (
                                            SELECT 1 FROM leadership WHERE role = $1 AND epoch = $2 FOR SHARE),
                                        ended AS (
                                            SELECT id, gw_contract, gw_reference_id, gw_req_block_hash FROM {table} r
                                            WHERE req_status IN ('completed', 'timed_out', 'failure')
                                              AND updated_at < now() - $4 * interval '1 millisecond'
                                              AND NOT EXISTS (SELECT FROM lane_transaction t
                                                              WHERE t.kind = $3 AND t.request_id = r.id
                                                                AND t.state <> 'final')
                                              AND NOT EXISTS (SELECT FROM idempotency_key k
                                                              WHERE k.job_id = r.ext_job_id)
                                              AND EXISTS (SELECT FROM fence)
                                            ORDER BY updated_at LIMIT $5 FOR UPDATE SKIP LOCKED),
                                        transactions AS (
                                            DELETE FROM lane_transaction t USING ended
                                            WHERE t.kind = $3 AND t.request_id = ended.id),
                                        shares AS (
                                            DELETE FROM user_decrypt_share s USING ended
                                            WHERE s.contract = ended.gw_contract
                                              AND s.gw_reference_id = ended.gw_reference_id
                                              AND s.request_block_hash = ended.gw_req_block_hash),
                                        facts AS (
                                            DELETE FROM gateway_fact f USING ended
                                            WHERE f.contract = ended.gw_contract
                                              AND f.gw_reference_id = ended.gw_reference_id
                                              AND ended.gw_req_block_hash IN (f.block_hash, f.request_block_hash))
                                        DELETE FROM {table} r USING ended WHERE r.id = ended.id"""),
                        CronLease.ROLE,
                        lease.epoch(),
                        kind.code(),
                        retention.toMillis(),
                        limit)
                .rowCount();
    }

    /**
     * Deletes up to {@code limit} idempotency keys of {@code kind} that are older than {@code retention}. The key of a
     * job that has not ended stays, and one that a submission is just repeating.
     *
     * @return how many keys were deleted
     */
    public int purgeKeys(CronLease lease, RequestKind kind, Duration retention, int limit) {
        return database.query(
                        RequestTable.of(kind).sql("""
                                        WITH fence AS MATERIALIZED (
                                            SELECT 1 FROM leadership WHERE role = $1 AND epoch = $2 FOR SHARE),
                                        old AS (
                                            SELECT owner, endpoint, key FROM idempotency_key k
                                            WHERE kind = $3 AND created_at < now() - $4 * interval '1 millisecond'
                                              AND NOT EXISTS (SELECT FROM {table} r
                                                              WHERE r.ext_job_id = k.job_id
                                                                AND NOT req_status_terminal(r.req_status))
                                              AND EXISTS (SELECT FROM fence)
                                            ORDER BY created_at LIMIT $5 FOR UPDATE SKIP LOCKED)
                                        DELETE FROM idempotency_key k USING old
                                        WHERE k.owner = old.owner AND k.endpoint = old.endpoint AND k.key = old.key"""),
                        CronLease.ROLE,
                        lease.epoch(),
                        kind.code(),
                        retention.toMillis(),
                        limit)
                .rowCount();
    }
}
