package org.relayersuite.store.fact;

import java.util.List;
import org.relayersuite.core.Bytes;

/** One thing that the gateway chain said about a request. */
public sealed interface GatewayFact {

    GatewayId id();

    LogPosition position();

    /** The contract took the request and gave it its id. */
    record Requested(GatewayId id, LogPosition position) implements GatewayFact {}

    /** What the nodes said to a request. */
    sealed interface Answer extends GatewayFact {}

    /** The KMS nodes agreed on the clear values. */
    record PublicDecryptResponded(
            GatewayId id, LogPosition position, Bytes decryptedResult, List<Bytes> signatures, Bytes extraData)
            implements Answer {}

    /** The coprocessors accepted the input; {@code handles} of 32 bytes each. */
    record InputProofAccepted(GatewayId id, LogPosition position, List<Bytes> handles, List<Bytes> signatures)
            implements Answer {}

    /** The coprocessors rejected the input. */
    record InputProofRejected(GatewayId id, LogPosition position) implements Answer {}

    /** A KMS node sent its re-encrypted piece; {@code shareIndex} is the order of arrival at the contract. */
    record ShareReceived(
            GatewayId id, LogPosition position, long shareIndex, Bytes share, Bytes signature, Bytes extraData)
            implements Answer {}

    /** The contract counted as many pieces as it asks for. */
    record ThresholdReached(GatewayId id, LogPosition position) implements Answer {}
}
