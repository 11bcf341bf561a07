package org.relayersuite.store.fact;

import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/** What a receipt proves: that a transaction of ours was mined, with which outcome, or that it no longer is. */
public final class MinedRequests {
    private final Database database;
    private final Completion completion;

    public MinedRequests(Database database, Completion completion) {
        this.database = database;
        this.completion = completion;
    }

    /**
     * Records a successful receipt's request event and advances the request.
     *
     * @return how many requests completed by it: their answers were read before
     */
    public int succeeded(GatewayFact.Requested requested) {
        return database.inTransaction(session -> {
            GatewayFacts.lock(session, List.of(requested.id()));
            GatewayFacts.store(session, requested);
            return completion.advance(session, requested.id());
        });
    }

    /** Records a receipt of a reverted transaction. Its request ends only when that receipt is final. */
    public void reverted(long transactionId, LogPosition receipt) {
        database.query(
                """
                UPDATE lane_transaction
                SET state = 'mined', mined_tx_hash = $2, mined_block_hash = $3, mined_block = $4, reverted = true
                WHERE id = $1 AND state = 'bound'""",
                transactionId,
                receipt.txHash().toString(),
                receipt.blockHash().toString(),
                receipt.blockNumber());
    }

    /**
     * Takes back what a block proved that a reorg has orphaned: the facts read from it for this transaction, the
     * request's id on the gateway and the transaction's mined state. The dispatcher then sends the same bytes again. A
     * request that has completed by then stays completed.
     *
     * <p>A block that the gateway cursor has passed is left to the listener, which goes back over all of it at once:
     * a node that disagrees with the listener's proves nothing yet.
     *
     * @return what was done
     */
    public Withdrawal orphaned(OpenTransactions.Mined mined) {
        return database.inTransaction(session -> {
            List<GatewayId> ids = idsGivenBy(session, mined);
            if (!ids.isEmpty()) {
                GatewayFacts.lock(session, ids);
            }
            boolean passed = session.query(
                                    "SELECT FROM cursor_block WHERE cursor = $1 AND block_hash = $2",
                                    ChainCursor.GATEWAY,
                                    mined.blockHash().toString())
                            .size()
                    > 0;
            if (passed) {
                return Withdrawal.LEFT_TO_LISTENER;
            }
            return withdraw(session, mined) ? Withdrawal.REQUEST_HAD_ENDED : Withdrawal.DONE;
        });
    }

    /** What became of a transaction whose block a node no longer has. */
    public enum Withdrawal {
        /** The transaction waits to be sent again. */
        DONE,
        /** So it does, but its request has already ended, which somebody must look at. */
        REQUEST_HAD_ENDED,
        /** Nothing was changed. */
        LEFT_TO_LISTENER
    }

    private static List<GatewayId> idsGivenBy(SqlSession session, OpenTransactions.Mined mined) {
        List<GatewayId> ids = new ArrayList<>();
        for (Row row :
                session.query("""
                SELECT DISTINCT contract, gw_reference_id FROM gateway_fact
                WHERE event = 'request' AND tx_hash = $1 AND block_hash = $2""", mined.txHash().toString(), mined.blockHash().toString())) {
            ids.add(new GatewayId(
                    Address.of(row.getString(0)), Bytes.of(row.getBuffer(1).getBytes())));
        }
        return ids;
    }

    /**
     * Takes the transaction back, in the transaction of a caller that has locked the ids that its block gave.
     *
     * @return whether its request had already ended
     */
    static boolean withdraw(SqlSession session, OpenTransactions.Mined mined) {
        RequestTable table = RequestTable.of(mined.kind());
        RequestStatus status = RequestStatus.ofCode(
                session.query(table.sql("SELECT req_status FROM {table} WHERE id = $1 FOR UPDATE"), mined.requestId())
                        .iterator()
                        .next()
                        .getString(0));
        session.query(
                "DELETE FROM gateway_fact WHERE tx_hash = $1 AND block_hash = $2",
                mined.txHash().toString(),
                mined.blockHash().toString());
        if (status == RequestStatus.RECEIPT_RECEIVED) {
            session.query(table.sql("""
                            UPDATE {table} SET req_status = 'tx_in_flight', gw_reference_id = NULL, gw_contract = NULL,
                                gw_req_tx_hash = NULL, gw_req_block_hash = NULL
                            WHERE id = $1 AND gw_req_block_hash = $2"""), mined.requestId(), mined.blockHash().toString());
        }
        session.query("""
                UPDATE lane_transaction
                SET state = 'bound', mined_tx_hash = NULL, mined_block_hash = NULL, mined_block = NULL,
                    reverted = NULL, next_action_at = now()
                WHERE id = $1 AND state = 'mined' AND mined_block_hash = $2""", mined.transactionId(), mined.blockHash().toString());
        return status.terminal();
    }
}
