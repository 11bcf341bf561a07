package org.relayersuite.chain.gateway;

import java.util.Optional;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Hash;

/**
 * The events that the suite follows, old and new variants (spec/relayer.md 3.3). The {@code OLD} ones carry ciphertext
 * digests and are announced for removal; until then a request emits an old and a new one.
 */
enum EventSignature {
    VERIFY_PROOF_REQUEST(
            Source.INPUT_VERIFICATION, 2, "VerifyProofRequest(uint256,uint256,address,address,bytes,bytes)"),
    VERIFY_PROOF_RESPONSE(Source.INPUT_VERIFICATION, 1, "VerifyProofResponse(uint256,bytes32[],bytes[])"),
    REJECT_PROOF_RESPONSE(Source.INPUT_VERIFICATION, 1, "RejectProofResponse(uint256)"),
    PUBLIC_DECRYPTION_REQUEST_OLD(Source.DECRYPTION, 1, "PublicDecryptionRequest(uint256," + Tuples.SNS + "[],bytes)"),
    PUBLIC_DECRYPTION_REQUEST(Source.DECRYPTION, 1, "PublicDecryptionRequest(uint256,bytes32[],bytes)"),
    PUBLIC_DECRYPTION_RESPONSE(Source.DECRYPTION, 1, "PublicDecryptionResponse(uint256,bytes,bytes[],bytes)"),
    USER_DECRYPTION_REQUEST_OLD(
            Source.DECRYPTION, 1, "UserDecryptionRequest(uint256," + Tuples.SNS + "[],address,bytes,bytes)"),
    USER_DECRYPTION_REQUEST(Source.DECRYPTION, 1, "UserDecryptionRequest(uint256,bytes32[],address,bytes,bytes)"),
    UNIFIED_USER_DECRYPTION_REQUEST_OLD(
            Source.DECRYPTION,
            1,
            "UserDecryptionRequest(uint256," + Tuples.SNS + "[]," + Tuples.HANDLE_ENTRY + "[]," + Tuples.PAYLOAD + ")"),
    UNIFIED_USER_DECRYPTION_REQUEST(
            Source.DECRYPTION,
            1,
            "UserDecryptionRequest(uint256," + Tuples.HANDLE_ENTRY + "[]," + Tuples.PAYLOAD + ")"),
    USER_DECRYPTION_RESPONSE(Source.DECRYPTION, 1, "UserDecryptionResponse(uint256,uint256,bytes,bytes,bytes)"),
    USER_DECRYPTION_THRESHOLD_REACHED(Source.DECRYPTION, 1, "UserDecryptionResponseThresholdReached(uint256)");

    /** The contract that emits an event. */
    enum Source {
        DECRYPTION,
        INPUT_VERIFICATION
    }

    private final Source source;
    private final int indexed;
    private final String signature;
    private final Hash topic;

    EventSignature(Source source, int indexed, String signature) {
        this.source = source;
        this.indexed = indexed;
        this.signature = signature;
        this.topic = Keccak.hash(signature);
    }

    Source source() {
        return source;
    }

    /** How many parameters are topics; the first one is always the request's id. */
    int indexed() {
        return indexed;
    }

    String signature() {
        return signature;
    }

    Hash topic() {
        return topic;
    }

    static Optional<EventSignature> ofTopic(Hash topic) {
        for (EventSignature event : values()) {
            if (event.topic.equals(topic)) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    private static final class Tuples {
        static final String SNS = "(bytes32,uint256,bytes32,address[])";
        static final String HANDLE_ENTRY = "(bytes32,address,address)";
        static final String PAYLOAD = "(address,bytes,address[],(uint256,uint256),bytes,bytes)";
    }
}
