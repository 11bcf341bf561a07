package org.relayersuite.store.fact;

import java.util.List;
import java.util.Optional;
import org.relayersuite.core.lifecycle.RequestStatus;
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
     * @return the request's status afterwards; empty when the transaction is not one of ours
     */
    public Optional<RequestStatus> succeeded(GatewayFact.Requested requested) {
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
     * @return whether the request had already ended, which somebody must look at
     */
    public boolean orphaned(OpenTransactions.Mined mined) {
        return database.inTransaction(session -> withdraw(session, mined));
    }

    /** As {@link #orphaned}, in the transaction of a caller that has locked the ids that the block gave. */
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
