package org.relayersuite.chain.gateway;

import java.util.List;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RequestKind;

/**
 * What the gateway contracts tell about requests (spec/relayer.md 3.3, 3.5). Ids of {@code Decryption} and of
 * {@code InputVerification} are counted apart: only contract and id together name a request.
 */
public sealed interface GatewayEvent {

    /** The contract's id of the request: 32 bytes, a big-endian uint256. */
    Bytes referenceId();

    /**
     * A request was accepted and got its id. Decrypt requests emit an old and a new variant of the event in the same
     * transaction; both arrive as this.
     */
    record Requested(Bytes referenceId, RequestKind kind) implements GatewayEvent {}

    /**
     * The KMS nodes agree on the clear values of a public decryption.
     *
     * @param decryptedResult the ABI-encoded clear values
     * @param signatures those of the KMS nodes that had answered by then
     */
    record PublicDecryptResponded(Bytes referenceId, Bytes decryptedResult, List<Bytes> signatures, Bytes extraData)
            implements GatewayEvent {
        public PublicDecryptResponded {
            signatures = List.copyOf(signatures);
        }
    }

    /** The coprocessors accept an input proof: the handles of its ciphertexts, and their attestations. */
    record InputProofAccepted(Bytes referenceId, List<Handle> handles, List<Bytes> signatures) implements GatewayEvent {
        public InputProofAccepted {
            handles = List.copyOf(handles);
            signatures = List.copyOf(signatures);
        }
    }

    /** The coprocessors reject an input proof. */
    record InputProofRejected(Bytes referenceId) implements GatewayEvent {}

    /**
     * One KMS node's share of a user decryption.
     *
     * @param shareIndex the order of arrival at the contract, from 0; no party id
     * @param share the values re-encrypted for the user, opaque here
     * @param signature the node's EIP-712 signature
     * @param extraData version and context under which the node answered (spec/relayer.md 4.5)
     */
    record ShareReceived(Bytes referenceId, long shareIndex, Bytes share, Bytes signature, Bytes extraData)
            implements GatewayEvent {}

    /** The contract has seen as many shares of a user decryption as its own threshold asks. */
    record ThresholdReached(Bytes referenceId) implements GatewayEvent {}
}
