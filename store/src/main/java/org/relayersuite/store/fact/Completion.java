package org.relayersuite.store.fact;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.util.Optional;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.SqlSession;

/**
 * Carries a request as far as the stored facts allow: to {@code receipt_received} when its request event is known, on
 * to {@code completed} when its answer is. The same operation whoever calls it and whatever came first: the listener
 * for an event, the dispatcher for a receipt, cron before it times anything out.
 */
public final class Completion {
    private final long shareThreshold;

    /** @param shareThreshold how many distinct shares complete a user decryption; at least 1 */
    public Completion(int shareThreshold) {
        if (shareThreshold < 1) {
            throw new IllegalArgumentException("the share threshold must be at least 1, not " + shareThreshold);
        }
        this.shareThreshold = shareThreshold;
    }

    /**
     * Advances the request behind {@code id}. The caller's transaction holds the id's lock since an earlier statement.
     *
     * @return the request's status afterwards; empty when no request of ours is known behind the id
     */
    public Optional<RequestStatus> advance(SqlSession session, GatewayId id) {
        Optional<Mined> found = requestBehind(session, id);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Mined mined = found.get();
        RequestTable table = RequestTable.of(mined.kind());
        RequestStatus status = RequestStatus.ofCode(
                session.query(table.sql("SELECT req_status FROM {table} WHERE id = $1 FOR UPDATE"), mined.requestId())
                        .iterator()
                        .next()
                        .getString(0));
        markMined(session, mined);
        status = toReceiptReceived(session, table, id, mined, status);
        return Optional.of(
                switch (mined.kind()) {
                    case INPUT_PROOF -> completeInputProof(session, id, mined, status);
                    case PUBLIC_DECRYPT -> completePublicDecrypt(session, id, mined, status);
                    case USER_DECRYPT -> completeUserDecrypt(session, id, mined, status);
                });
    }

    /** The transaction of ours that the request event came from. */
    private record Mined(
            long transactionId, RequestKind kind, long requestId, String txHash, String blockHash, long blockNumber) {}

    private static Optional<Mined> requestBehind(SqlSession session, GatewayId id) {
        // Joined by the transaction's hash, never by the id alone: a reorg hands the same id to somebody else.
        RowIterator<Row> rows = session.query("""
                        SELECT t.id, t.kind, t.request_id, f.tx_hash, f.block_hash, f.block_number
                        FROM gateway_fact f
                        JOIN attempt a ON a.tx_hash = f.tx_hash
                        JOIN lane_transaction t ON t.id = a.lane_transaction AND t.live
                        WHERE f.contract = $1 AND f.gw_reference_id = $2 AND f.event = 'request'
                        ORDER BY f.block_number DESC LIMIT 1""", id.contract().toString(), GatewayFacts.buffer(id.referenceId()))
                .iterator();
        if (!rows.hasNext()) {
            return Optional.empty();
        }
        Row row = rows.next();
        return Optional.of(new Mined(
                row.getLong(0),
                RequestKind.ofCode(row.getString(1)),
                row.getLong(2),
                row.getString(3),
                row.getString(4),
                row.getLong(5)));
    }

    private static void markMined(SqlSession session, Mined mined) {
        session.query("""
                UPDATE lane_transaction
                SET state = 'mined', mined_tx_hash = $2, mined_block_hash = $3, mined_block = $4, reverted = false
                WHERE id = $1 AND state = 'bound'""", mined.transactionId(), mined.txHash(), mined.blockHash(), mined.blockNumber());
    }

    private static RequestStatus toReceiptReceived(
            SqlSession session, RequestTable table, GatewayId id, Mined mined, RequestStatus status) {
        if (status == RequestStatus.PROCESSING) {
            // Claimed again by a new epoch that has not found the binding yet. The transaction is mined, so it is
            // true that it was in flight; the dispatcher's next look finds nothing left to do.
            session.query(table.sql("UPDATE {table} SET req_status = 'tx_in_flight' WHERE id = $1"), mined.requestId());
            return toReceiptReceived(session, table, id, mined, RequestStatus.TX_IN_FLIGHT);
        }
        if (status != RequestStatus.TX_IN_FLIGHT) {
            return status;
        }
        session.query(
                table.sql("""
                        UPDATE {table} SET req_status = 'receipt_received', gw_reference_id = $2, gw_contract = $3,
                            gw_req_tx_hash = $4, gw_req_block_hash = $5
                        WHERE id = $1"""),
                mined.requestId(),
                GatewayFacts.buffer(id.referenceId()),
                id.contract().toString(),
                mined.txHash(),
                mined.blockHash());
        return RequestStatus.RECEIPT_RECEIVED;
    }

    private static RequestStatus completeInputProof(
            SqlSession session, GatewayId id, Mined mined, RequestStatus status) {
        if (status != RequestStatus.RECEIPT_RECEIVED) {
            return status;
        }
        Optional<Row> verdict = response(session, id, "input_proof_accepted", "input_proof_rejected");
        verdict.ifPresent(row -> session.query(
                """
                UPDATE input_proof_req SET req_status = 'completed', accepted = $2, res = $3, gw_response_tx_hash = $4
                WHERE id = $1 AND req_status = 'receipt_received'""",
                mined.requestId(),
                row.getString("event").equals("input_proof_accepted"),
                row.getJsonObject("payload"),
                row.getString("tx_hash")));
        return verdict.isPresent() ? RequestStatus.COMPLETED : status;
    }

    private static RequestStatus completePublicDecrypt(
            SqlSession session, GatewayId id, Mined mined, RequestStatus status) {
        if (status != RequestStatus.RECEIPT_RECEIVED) {
            return status;
        }
        Optional<Row> response = response(session, id, "public_decrypt_response");
        response.ifPresent(row ->
                session.query("""
                UPDATE public_decrypt_req SET req_status = 'completed', res = $2, gw_response_tx_hash = $3
                WHERE id = $1 AND req_status = 'receipt_received'""", mined.requestId(), row.get(JsonObject.class, "payload"), row.getString("tx_hash")));
        return response.isPresent() ? RequestStatus.COMPLETED : status;
    }

    private RequestStatus completeUserDecrypt(SqlSession session, GatewayId id, Mined mined, RequestStatus status) {
        RequestStatus reached = status;
        if (status == RequestStatus.RECEIPT_RECEIVED) {
            boolean completed = session.query(
                                    """
                                    UPDATE user_decrypt_req SET req_status = 'completed', resolved_threshold = $4
                                    WHERE id = $1 AND req_status = 'receipt_received'
                                      AND $4 <= (SELECT count(DISTINCT share_index) FROM user_decrypt_share
                                                 WHERE contract = $2 AND gw_reference_id = $3)""",
                                    mined.requestId(),
                                    id.contract().toString(),
                                    GatewayFacts.buffer(id.referenceId()),
                                    shareThreshold)
                            .rowCount()
                    == 1;
            reached = completed ? RequestStatus.COMPLETED : status;
        }
        if (reached == RequestStatus.RECEIPT_RECEIVED || reached == RequestStatus.COMPLETED) {
            response(session, id, "threshold_reached")
                    .ifPresent(row -> session.query("""
                            UPDATE user_decrypt_req SET gw_consensus_tx_hash = $2
                            WHERE id = $1 AND gw_consensus_tx_hash IS NULL""", mined.requestId(), row.getString("tx_hash")));
        }
        return reached;
    }

    private static Optional<Row> response(SqlSession session, GatewayId id, String... events) {
        RowIterator<Row> rows = session.query(
                        """
                        SELECT event, payload, tx_hash FROM gateway_fact
                        WHERE contract = $1 AND gw_reference_id = $2 AND event = ANY($3)
                        ORDER BY block_number, log_index LIMIT 1""", id.contract().toString(), GatewayFacts.buffer(id.referenceId()), events)
                .iterator();
        return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
    }
}
