package org.relayersuite.chain.gateway;

import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RequestKind;

/** Decodes the logs of the gateway contracts (spec/relayer.md 3.3). */
public final class GatewayEvents {
    private final Address decryption;
    private final Address inputVerification;

    public GatewayEvents(Address decryption, Address inputVerification) {
        this.decryption = decryption;
        this.inputVerification = inputVerification;
    }

    /**
     * Decodes a log.
     *
     * @return empty when the log is not ours: another contract, also one that imitates an event of the other of our two,
     *     or an event that the suite does not follow
     * @throws UndecodableLogException when the event is ours and its contents are not what its signature says
     */
    public Optional<GatewayEvent> decode(Log log) {
        if (log.topics().isEmpty()) {
            return Optional.empty();
        }
        return EventSignature.ofTopic(log.topics().getFirst())
                .filter(event -> addressOf(event.source()).equals(log.address()))
                .map(event -> decode(event, log));
    }

    private Address addressOf(EventSignature.Source source) {
        return switch (source) {
            case DECRYPTION -> decryption;
            case INPUT_VERIFICATION -> inputVerification;
        };
    }

    private static GatewayEvent decode(EventSignature event, Log log) {
        List<Hash> topics = log.topics();
        if (topics.size() != event.indexed() + 1) {
            throw new UndecodableLogException(event.signature(), log, "it has " + topics.size() + " topics", null);
        }
        try {
            return decode(event, topics.get(1).value(), log.data());
        } catch (AbiException e) {
            throw new UndecodableLogException(event.signature(), log, e.getMessage(), e);
        }
    }

    // Of request events only the id is read: the layout behind it differs between the variants and is about to change,
    // and what was asked is known from the request itself.
    private static GatewayEvent decode(EventSignature event, Bytes id, Bytes data) {
        return switch (event) {
            case VERIFY_PROOF_REQUEST -> new GatewayEvent.Requested(id, RequestKind.INPUT_PROOF);
            case PUBLIC_DECRYPTION_REQUEST_OLD, PUBLIC_DECRYPTION_REQUEST ->
                new GatewayEvent.Requested(id, RequestKind.PUBLIC_DECRYPT);
            case USER_DECRYPTION_REQUEST_OLD,
                    USER_DECRYPTION_REQUEST,
                    UNIFIED_USER_DECRYPTION_REQUEST_OLD,
                    UNIFIED_USER_DECRYPTION_REQUEST -> new GatewayEvent.Requested(id, RequestKind.USER_DECRYPT);
            case VERIFY_PROOF_RESPONSE -> accepted(id, new AbiReader(data, 2));
            case REJECT_PROOF_RESPONSE -> new GatewayEvent.InputProofRejected(id);
            case PUBLIC_DECRYPTION_RESPONSE -> publicDecryptResponse(id, new AbiReader(data, 3));
            case USER_DECRYPTION_RESPONSE -> share(id, new AbiReader(data, 4));
            case USER_DECRYPTION_THRESHOLD_REACHED -> new GatewayEvent.ThresholdReached(id);
        };
    }

    private static GatewayEvent accepted(Bytes id, AbiReader data) {
        List<Handle> handles = data.words(0).stream().map(Handle::new).toList();
        return new GatewayEvent.InputProofAccepted(id, handles, data.bytesArray(1));
    }

    private static GatewayEvent publicDecryptResponse(Bytes id, AbiReader data) {
        return new GatewayEvent.PublicDecryptResponded(id, data.bytes(0), data.bytesArray(1), data.bytes(2));
    }

    private static GatewayEvent share(Bytes id, AbiReader data) {
        return new GatewayEvent.ShareReceived(id, data.longValue(0), data.bytes(1), data.bytes(2), data.bytes(3));
    }
}
