package org.relayersuite.tx.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.FeeSuggestion;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Bytes;
import org.relayersuite.store.dispatch.BoundTransaction;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.tx.stage.Stage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends bound transactions in the order of their nonces, and sends them again until a receipt is seen. What was signed
 * once is what is sent again. No answer of a node ends anything here: whether the transaction is on the chain is for
 * its receipt to say.
 */
public final class BroadcastStage implements Stage {
    private static final Logger log = LoggerFactory.getLogger(BroadcastStage.class);
    /** How long until a transaction that no node has taken is tried again; the stage must look that often. */
    public static final Duration RETRY = Duration.ofMillis(500);

    private final OpenTransactions transactions;
    private final AttemptSigner signer;
    private final Ethereum gateway;
    private final int batchSize;
    private final Duration rebroadcast;
    private final Runnable onSent;

    /** @param rebroadcast how long until a transaction without a receipt is sent again */
    public BroadcastStage(
            OpenTransactions transactions,
            AttemptSigner signer,
            Ethereum gateway,
            int batchSize,
            Duration rebroadcast,
            Runnable onSent) {
        this.transactions = transactions;
        this.signer = signer;
        this.gateway = gateway;
        this.batchSize = batchSize;
        this.rebroadcast = rebroadcast;
        this.onSent = onSent;
    }

    @Override
    public boolean run(Lease lease) {
        List<BoundTransaction> due = transactions.dueForBroadcast(lease, batchSize);
        if (due.isEmpty()) {
            return false;
        }
        Optional<FeeSuggestion> fees =
                due.stream().allMatch(transaction -> transaction.raw().isPresent())
                        ? Optional.empty()
                        : Optional.of(gateway.suggestFees());
        for (BoundTransaction transaction : due) {
            Bytes raw = transaction.raw().orElseGet(() -> signer.signAndStore(lease, transaction, fees.orElseThrow()));
            SendOutcome outcome = send(lease, transaction, raw);
            transactions.broadcast(
                    lease,
                    transaction.id(),
                    outcome == SendOutcome.ACCEPTED,
                    outcome == SendOutcome.UNKNOWN ? RETRY : rebroadcast);
            onSent.run();
            if (outcome == SendOutcome.UNKNOWN) {
                // In order: a node without a mempool refuses a nonce whose predecessor it has not got.
                return false;
            }
        }
        return due.size() == batchSize;
    }

    private SendOutcome send(Lease lease, BoundTransaction transaction, Bytes raw) {
        try {
            gateway.sendRawTransaction(raw);
            log.info(
                    "Transaction sent lane={} epoch={} nonce={} kind={} requestId={}",
                    lease.lane(),
                    lease.epoch(),
                    transaction.nonce(),
                    transaction.kind().code(),
                    transaction.requestId());
            return SendOutcome.ACCEPTED;
        } catch (RpcErrorException refused) {
            SendOutcome outcome = SendOutcome.of(refused.getMessage());
            if (outcome == SendOutcome.UNKNOWN) {
                log.warn(
                        "Node did not take a transaction lane={} nonce={} code={}",
                        lease.lane(),
                        transaction.nonce(),
                        refused.code());
            }
            return outcome;
        } catch (RpcException unanswered) {
            log.warn(
                    "No answer to a transaction lane={} nonce={} reason=\"{}\"",
                    lease.lane(),
                    transaction.nonce(),
                    unanswered.getMessage());
            return SendOutcome.UNKNOWN;
        }
    }
}
