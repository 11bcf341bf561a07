package org.relayersuite.gateway;

import java.util.Optional;
import org.relayersuite.chain.gateway.GatewayEvent;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.store.fact.GatewayFact;
import org.relayersuite.store.fact.GatewayId;
import org.relayersuite.store.fact.LogPosition;

/** Turns a log of the gateway's contracts into a fact. */
final class FactDecoder {
    private final GatewayEvents events;

    FactDecoder(GatewayEvents events) {
        this.events = events;
    }

    /**
     * Decodes a log.
     *
     * @return the fact; empty for events that complete nothing
     * @throws org.relayersuite.chain.gateway.UndecodableLogException when a known event carries data that is not its own
     */
    Optional<GatewayFact> decode(Log log) {
        LogPosition position = position(log);
        return events.decode(log)
                .map(event -> fact(new GatewayId(log.address(), event.referenceId()), position, event));
    }

    static LogPosition position(Log log) {
        return new LogPosition(log.blockNumber(), log.blockHash(), log.logIndex(), log.transactionHash());
    }

    private static GatewayFact fact(GatewayId id, LogPosition position, GatewayEvent event) {
        return switch (event) {
            case GatewayEvent.Requested requested -> new GatewayFact.Requested(id, position);
            case GatewayEvent.PublicDecryptResponded response ->
                new GatewayFact.PublicDecryptResponded(
                        id, position, response.decryptedResult(), response.signatures(), response.extraData());
            case GatewayEvent.InputProofAccepted accepted ->
                new GatewayFact.InputProofAccepted(
                        id,
                        position,
                        accepted.handles().stream()
                                .map(handle -> handle.value())
                                .toList(),
                        accepted.signatures());
            case GatewayEvent.InputProofRejected rejected -> new GatewayFact.InputProofRejected(id, position);
            case GatewayEvent.ShareReceived share ->
                new GatewayFact.ShareReceived(
                        id, position, share.shareIndex(), share.share(), share.signature(), share.extraData());
            case GatewayEvent.ThresholdReached reached -> new GatewayFact.ThresholdReached(id, position);
        };
    }
}
