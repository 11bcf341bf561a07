package org.relayersuite.store.request;

import java.util.List;

/** The answer to a completed request, in the notation that clients get it in (spec/relayer.md 1.6 to 1.8). */
public sealed interface JobResult {

    /**
     * The coprocessors' verdict on an input.
     *
     * @param handles of the accepted ciphertexts, hex with {@code 0x}; empty when rejected
     * @param signatures of the coprocessors, hex with {@code 0x}; empty when rejected
     */
    record InputProofResult(boolean accepted, List<String> handles, List<String> signatures) implements JobResult {}

    /**
     * Clear values, signed by the KMS nodes.
     *
     * @param decryptedValue ABI-encoded values in the order of the handles, hex without {@code 0x}
     * @param signatures hex without {@code 0x}
     * @param extraData hex with {@code 0x}, as the gateway told it
     */
    record PublicDecryptResult(String decryptedValue, List<String> signatures, String extraData) implements JobResult {}

    /** Re-encrypted pieces, as many as the threshold, in the order of their index. */
    record UserDecryptResult(List<Share> shares) implements JobResult {}

    /**
     * One node's piece.
     *
     * @param payload hex without {@code 0x}
     * @param signature hex without {@code 0x}
     * @param extraData hex with {@code 0x}
     */
    record Share(String payload, String signature, String extraData) {}
}
