package org.relayersuite.tx.delivery;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.relayersuite.chain.gateway.GatewayEvent;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.gateway.UndecodableLogException;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Hash;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.store.dispatch.OpenTransactions.Awaited;
import org.relayersuite.store.fact.GatewayFact;
import org.relayersuite.store.fact.GatewayId;
import org.relayersuite.store.fact.LogPosition;
import org.relayersuite.store.fact.MinedRequests;
import org.relayersuite.tx.stage.Concurrently;
import org.relayersuite.tx.stage.Stage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for the receipts of all attempts that may be on their way, and takes the gateway's id of a request from them. */
public final class ReceiptStage implements Stage {
    private static final Logger log = LoggerFactory.getLogger(ReceiptStage.class);

    private final OpenTransactions transactions;
    private final MinedRequests mined;
    private final Ethereum gateway;
    private final GatewayEvents events;
    private final int batchSize;
    private final ReceiptMetrics metrics;
    private final Runnable onEnded;
    private final Set<Hash> reported = new HashSet<>();

    public ReceiptStage(
            OpenTransactions transactions,
            MinedRequests mined,
            Ethereum gateway,
            GatewayEvents events,
            int batchSize,
            ReceiptMetrics metrics,
            Runnable onEnded) {
        this.transactions = transactions;
        this.mined = mined;
        this.gateway = gateway;
        this.events = events;
        this.batchSize = batchSize;
        this.metrics = metrics;
        this.onEnded = onEnded;
    }

    @Override
    public boolean run(Lease lease) throws InterruptedException {
        List<Awaited> awaited = transactions.awaitingReceipt(lease, batchSize);
        if (awaited.isEmpty()) {
            return false;
        }
        List<Optional<Receipt>> receipts = Concurrently.map(awaited, this::receiptOf);
        boolean any = false;
        for (int i = 0; i < awaited.size(); i++) {
            if (receipts.get(i).isPresent()) {
                any |= record(lease, awaited.get(i), receipts.get(i).get());
            }
        }
        return any && awaited.size() == batchSize;
    }

    /** One attempt that cannot be asked about now must not keep the others' receipts from being read. */
    private Optional<Receipt> receiptOf(Awaited attempt) {
        try {
            return gateway.receipt(attempt.hash());
        } catch (RpcException e) {
            log.debug("Receipt could not be asked for nonce={} reason=\"{}\"", attempt.nonce(), e.getMessage());
            return Optional.empty();
        }
    }

    private boolean record(Lease lease, Awaited attempt, Receipt receipt) {
        if (!receipt.succeeded()) {
            mined.reverted(attempt.transactionId(), position(receipt, 0));
            metrics.reverted(attempt.kind());
            log.warn(
                    "Transaction reverted lane={} nonce={} txHash={} blockNumber={}",
                    lease.lane(),
                    attempt.nonce(),
                    attempt.hash(),
                    receipt.blockNumber());
            return true;
        }
        Optional<GatewayFact.Requested> requested = requestEvent(receipt);
        if (requested.isEmpty()) {
            unexplained(lease, attempt);
            return false;
        }
        int completed = mined.succeeded(requested.get());
        metrics.confirmed(attempt.kind());
        log.info(
                "Receipt received lane={} nonce={} txHash={} blockNumber={}",
                lease.lane(),
                attempt.nonce(),
                attempt.hash(),
                receipt.blockNumber());
        if (completed > 0) {
            onEnded.run();
        }
        return true;
    }

    /**
     * The contract at the configured address took the call and said nothing that we understand. The transaction stays
     * looked for, and others' receipts are read all the same.
     */
    private void unexplained(Lease lease, Awaited attempt) {
        metrics.unexplained();
        if (reported.add(attempt.hash())) {
            log.error(
                    "Transaction succeeded without a request event; are the gateway's contract addresses right?"
                            + " lane={} nonce={} txHash={}",
                    lease.lane(),
                    attempt.nonce(),
                    attempt.hash());
        }
    }

    private Optional<GatewayFact.Requested> requestEvent(Receipt receipt) {
        for (Log entry : receipt.logs()) {
            Optional<GatewayEvent> event = decode(entry);
            if (event.isPresent() && event.get() instanceof GatewayEvent.Requested requested) {
                return Optional.of(new GatewayFact.Requested(
                        new GatewayId(entry.address(), requested.referenceId()), position(receipt, entry.logIndex())));
            }
        }
        return Optional.empty();
    }

    private Optional<GatewayEvent> decode(Log entry) {
        try {
            return events.decode(entry);
        } catch (UndecodableLogException e) {
            // Whether the receipt says anything else is seen by the caller.
            log.debug("Log cannot be decoded txHash={} reason=\"{}\"", entry.transactionHash(), e.getMessage());
            return Optional.empty();
        }
    }

    private static LogPosition position(Receipt receipt, long logIndex) {
        return new LogPosition(receipt.blockNumber(), receipt.blockHash(), logIndex, receipt.transactionHash());
    }
}
