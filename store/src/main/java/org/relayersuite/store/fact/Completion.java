package org.relayersuite.store.fact;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.util.ArrayList;
import java.util.List;
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
     * Advances the requests behind {@code id}: one, or while a reorg is being worked off one for each fork. The caller's
     * transaction holds the id's lock since an earlier statement.
     *
     * @return how many requests this call completed
     */
    public int advance(SqlSession session, GatewayId id) {
        int completed = 0;
        for (Mined mined : requestsBehind(session, id)) {
            if (advance(session, id, mined)) {
                completed++;
            }
        }
        return completed;
    }

    private boolean advance(SqlSession session, GatewayId id, Mined mined) {
        RequestTable table = RequestTable.of(mined.kind());
        RequestStatus status = RequestStatus.ofCode(
                session.query(table.sql("SELECT req_status FROM {table} WHERE id = $1 FOR UPDATE"), mined.requestId())
                        .iterator()
                        .next()
                        .getString(0));
        markMined(session, mined);
        toReceiptReceived(session, table, id, mined, status);
        return switch (mined.kind()) {
            case INPUT_PROOF -> completeInputProof(session, id, mined);
            case PUBLIC_DECRYPT -> completePublicDecrypt(session, id, mined);
            case USER_DECRYPT -> completeUserDecrypt(session, id, mined);
        };
    }

    /** A request of ours, and the transaction and block that a request event says it is in. */
    private record Mined(
            long transactionId, RequestKind kind, long requestId, String txHash, String blockHash, long blockNumber) {}

    private static List<Mined> requestsBehind(SqlSession session, GatewayId id) {
        // Joined by the transaction's hash, never by the id alone: a reorg hands the same id to somebody else. Old and
        // new variant of the event, in one transaction, are one.
        List<Mined> requests = new ArrayList<>();
        for (Row row : session.query("""
                SELECT DISTINCT t.id, t.kind, t.request_id, f.tx_hash, f.block_hash, f.block_number
                FROM gateway_fact f
                JOIN attempt a ON a.tx_hash = f.tx_hash
                JOIN lane_transaction t ON t.id = a.lane_transaction AND t.live
                WHERE f.contract = $1 AND f.gw_reference_id = $2 AND f.event = 'request'
                ORDER BY t.kind, t.request_id, f.block_number""", id.contract().toString(), GatewayFacts.buffer(id.referenceId()))) {
            requests.add(new Mined(
                    row.getLong(0),
                    RequestKind.ofCode(row.getString(1)),
                    row.getLong(2),
                    row.getString(3),
                    row.getString(4),
                    row.getLong(5)));
        }
        return requests;
    }

    private static void markMined(SqlSession session, Mined mined) {
        session.query("""
                UPDATE lane_transaction
                SET state = 'mined', mined_tx_hash = $2, mined_block_hash = $3, mined_block = $4, reverted = false
                WHERE id = $1 AND state = 'bound'""", mined.transactionId(), mined.txHash(), mined.blockHash(), mined.blockNumber());
    }

    private static void toReceiptReceived(
            SqlSession session, RequestTable table, GatewayId id, Mined mined, RequestStatus status) {
        if (status == RequestStatus.PROCESSING) {
            // Claimed again by a new epoch that has not found the binding yet. The transaction is mined, so it is
            // true that it was in flight; the dispatcher's next look finds nothing left to do.
            session.query(table.sql("UPDATE {table} SET req_status = 'tx_in_flight' WHERE id = $1"), mined.requestId());
        } else if (status != RequestStatus.TX_IN_FLIGHT) {
            return;
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
    }

    private static boolean completeInputProof(SqlSession session, GatewayId id, Mined mined) {
        Optional<Row> verdict = answer(session, id, mined, "input_proof_accepted", "input_proof_rejected");
        return verdict.isPresent()
                && session.query(
                                        """
                                        UPDATE input_proof_req
                                        SET req_status = 'completed', accepted = $3, res = $4, gw_response_tx_hash = $5
                                        WHERE id = $1 AND req_status = 'receipt_received' AND gw_req_block_hash = $2""",
                                        mined.requestId(),
                                        mined.blockHash(),
                                        verdict.get().getString("event").equals("input_proof_accepted"),
                                        verdict.get().getJsonObject("payload"),
                                        verdict.get().getString("tx_hash"))
                                .rowCount()
                        == 1;
    }

    private static boolean completePublicDecrypt(SqlSession session, GatewayId id, Mined mined) {
        Optional<Row> response = answer(session, id, mined, "public_decrypt_response");
        return response.isPresent()
                && session.query(
                                        """
                                        UPDATE public_decrypt_req
                                        SET req_status = 'completed', res = $3, gw_response_tx_hash = $4
                                        WHERE id = $1 AND req_status = 'receipt_received' AND gw_req_block_hash = $2""",
                                        mined.requestId(),
                                        mined.blockHash(),
                                        response.get().getJsonObject("payload"),
                                        response.get().getString("tx_hash"))
                                .rowCount()
                        == 1;
    }

    private boolean completeUserDecrypt(SqlSession session, GatewayId id, Mined mined) {
        // The earliest shares up to the threshold, in the order of their index, become the answer for good: later ones
        // never change it, and neither does what becomes of the shares themselves.
        boolean completed = session.query(
                                """
                                WITH earliest AS (
                                    SELECT DISTINCT ON (share_index) * FROM user_decrypt_share
                                    WHERE contract = $2 AND gw_reference_id = $3
                                      AND request_tx_hash = $4 AND request_block_hash = $5
                                    ORDER BY share_index, block_number, log_index),
                                chosen AS (SELECT * FROM earliest ORDER BY block_number, log_index LIMIT $6)
                                UPDATE user_decrypt_req SET req_status = 'completed', resolved_threshold = $6,
                                    res = (SELECT jsonb_build_object('shares', jsonb_agg(jsonb_build_object(
                                               'payload', share, 'signature', kms_signature, 'extraData', extra_data)
                                               ORDER BY share_index)) FROM chosen)
                                WHERE id = $1 AND req_status = 'receipt_received' AND gw_req_block_hash = $5
                                  AND $6 = (SELECT count(*) FROM chosen)""",
                                mined.requestId(),
                                id.contract().toString(),
                                GatewayFacts.buffer(id.referenceId()),
                                mined.txHash(),
                                mined.blockHash(),
                                shareThreshold)
                        .rowCount()
                == 1;
        answer(session, id, mined, "threshold_reached")
                .ifPresent(row -> session.query("""
                        UPDATE user_decrypt_req SET gw_consensus_tx_hash = $3
                        WHERE id = $1 AND gw_consensus_tx_hash IS NULL AND gw_req_block_hash = $2
                          AND req_status IN ('receipt_received', 'completed')""", mined.requestId(), mined.blockHash(), row.getString("tx_hash")));
        return completed;
    }

    /** An answer to this very request event: one to the same id on another fork is an answer to another request. */
    private static Optional<Row> answer(SqlSession session, GatewayId id, Mined mined, String... events) {
        RowIterator<Row> rows = session.query(
                        """
                        SELECT event, payload, tx_hash FROM gateway_fact
                        WHERE contract = $1 AND gw_reference_id = $2 AND event = ANY($3)
                          AND request_tx_hash = $4 AND request_block_hash = $5
                        ORDER BY block_number, log_index LIMIT 1""",
                        id.contract().toString(),
                        GatewayFacts.buffer(id.referenceId()),
                        events,
                        mined.txHash(),
                        mined.blockHash())
                .iterator();
        return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
    }
}
