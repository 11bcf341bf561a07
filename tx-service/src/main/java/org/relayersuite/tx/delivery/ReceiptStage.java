package org.relayersuite.tx.delivery;

import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.gateway.GatewayEvent;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.core.lifecycle.RequestStatus;
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
        List<Optional<Receipt>> receipts = Concurrently.map(awaited, attempt -> gateway.receipt(attempt.hash()));
        boolean any = false;
        for (int i = 0; i < awaited.size(); i++) {
            if (receipts.get(i).isPresent()) {
                record(lease, awaited.get(i), receipts.get(i).get());
                any = true;
            }
        }
        return any && awaited.size() == batchSize;
    }

    private void record(Lease lease, Awaited attempt, Receipt receipt) {
        if (!receipt.succeeded()) {
            mined.reverted(attempt.transactionId(), position(receipt, 0));
            metrics.reverted(attempt.kind());
            log.warn(
                    "Transaction reverted lane={} nonce={} txHash={} blockNumber={}",
                    lease.lane(),
                    attempt.nonce(),
                    attempt.hash(),
                    receipt.blockNumber());
            return;
        }
        Optional<GatewayFact.Requested> requested = requestEvent(receipt);
        if (requested.isEmpty()) {
            // The contract at the configured address took the call and said nothing: not the contract we know.
            throw new IllegalStateException("transaction " + attempt.hash()
                    + " succeeded without a request event; are the gateway's contract addresses right?");
        }
        Optional<RequestStatus> status = mined.succeeded(requested.get());
        metrics.confirmed(attempt.kind());
        log.info(
                "Receipt received lane={} nonce={} txHash={} blockNumber={}",
                lease.lane(),
                attempt.nonce(),
                attempt.hash(),
                receipt.blockNumber());
        if (status.filter(RequestStatus::terminal).isPresent()) {
            onEnded.run();
        }
    }

    private Optional<GatewayFact.Requested> requestEvent(Receipt receipt) {
        for (Log entry : receipt.logs()) {
            Optional<GatewayEvent> event = events.decode(entry);
            if (event.isPresent() && event.get() instanceof GatewayEvent.Requested requested) {
                return Optional.of(new GatewayFact.Requested(
                        new GatewayId(entry.address(), requested.referenceId()), position(receipt, entry.logIndex())));
            }
        }
        return Optional.empty();
    }

    private static LogPosition position(Receipt receipt, long logIndex) {
        return new LogPosition(receipt.blockNumber(), receipt.blockHash(), logIndex, receipt.transactionHash());
    }
}
