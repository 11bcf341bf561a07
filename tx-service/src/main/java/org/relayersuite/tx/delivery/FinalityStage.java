package org.relayersuite.tx.delivery;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.store.dispatch.OpenTransactions.Mined;
import org.relayersuite.store.fact.MinedRequests;
import org.relayersuite.tx.stage.Stage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches mined transactions until no reorg can take them back, whatever became of their requests. One whose block is no
 * longer on the chain is sent again with its nonce; one that reverted ends its request, now that this is final.
 */
public final class FinalityStage implements Stage {
    private static final Logger log = LoggerFactory.getLogger(FinalityStage.class);

    private static final long NO_NONCE = -1;

    private final OpenTransactions transactions;
    private final MinedRequests mined;
    private final Ethereum gateway;
    private final RevertDiagnosis diagnosis;
    private final long finalityDepth;
    private final int batchSize;
    private final Runnable onWithdrawn;
    private final Runnable onEnded;

    /** @param finalityDepth how many blocks below the head a block is final */
    public FinalityStage(
            OpenTransactions transactions,
            MinedRequests mined,
            Ethereum gateway,
            RevertDiagnosis diagnosis,
            long finalityDepth,
            int batchSize,
            Runnable onWithdrawn,
            Runnable onEnded) {
        this.transactions = transactions;
        this.mined = mined;
        this.gateway = gateway;
        this.diagnosis = diagnosis;
        this.finalityDepth = finalityDepth;
        this.batchSize = batchSize;
        this.onWithdrawn = onWithdrawn;
        this.onEnded = onEnded;
    }

    @Override
    public boolean run(Lease lease) {
        long head = gateway.blockNumber();
        Map<Long, Optional<BlockHeader>> headers = new HashMap<>();
        List<Mined> page = transactions.minedUpTo(lease, head, NO_NONCE, batchSize);
        while (!page.isEmpty()) {
            for (Mined transaction : page) {
                Optional<BlockHeader> canonical = headers.computeIfAbsent(transaction.blockNumber(), gateway::header);
                // Absent: this node is behind the one that gave the receipt. That proves nothing.
                if (canonical.isPresent()) {
                    look(lease, transaction, canonical.get(), head);
                }
            }
            page = page.size() < batchSize
                    ? List.of()
                    : transactions.minedUpTo(lease, head, page.getLast().nonce(), batchSize);
        }
        return false;
    }

    private void look(Lease lease, Mined transaction, BlockHeader canonical, long head) {
        if (!canonical.hash().equals(transaction.blockHash())) {
            withdraw(lease, transaction);
        } else if (transaction.blockNumber() <= head - finalityDepth) {
            if (transaction.reverted()) {
                end(lease, transaction);
            } else {
                transactions.markFinal(transaction);
            }
        }
    }

    private void withdraw(Lease lease, Mined transaction) {
        switch (mined.orphaned(transaction)) {
            case LEFT_TO_LISTENER ->
                log.debug("Block of a transaction is gone, the listener goes back nonce={}", transaction.nonce());
            case REQUEST_HAD_ENDED ->
                log.error(
                        "Reorg took back the transaction of a request that has ended lane={} nonce={} txHash={}",
                        lease.lane(),
                        transaction.nonce(),
                        transaction.txHash());
            case DONE -> {
                log.warn(
                        "Reorg took back a transaction, sending it again lane={} nonce={} txHash={}",
                        lease.lane(),
                        transaction.nonce(),
                        transaction.txHash());
                onWithdrawn.run();
            }
        }
    }

    private void end(Lease lease, Mined transaction) {
        RevertDiagnosis.Cause cause = diagnosis.of(transaction);
        if (transactions.endReverted(lease, transaction, cause.label(), cause.reason())) {
            log.info(
                    "Request failed: its transaction reverted lane={} nonce={} label={}",
                    lease.lane(),
                    transaction.nonce(),
                    cause.label().code());
            onEnded.run();
        }
    }
}
