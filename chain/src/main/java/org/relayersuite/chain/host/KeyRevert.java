package org.relayersuite.chain.host;

import java.util.Arrays;
import java.util.Optional;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Bytes;

/** The errors with which KMSGeneration and ProtocolConfig refuse to tell a key (spec/relayer.md 3.9). */
enum KeyRevert {
    KEY_NOT_GENERATED("KeyNotGenerated(uint256)", "the active key has not been generated"),
    CRS_NOT_GENERATED("CrsNotGenerated(uint256)", "the active CRS has not been generated"),
    KEY_ABORTED("KeyAborted(uint256)", "the generation of the active key was aborted"),
    CRS_ABORTED("CrsAborted(uint256)", "the generation of the active CRS was aborted"),
    INVALID_KMS_CONTEXT("InvalidKmsContext(uint256)", "the current KMS context is not valid");

    private static final int SELECTOR_LENGTH = 4;

    private final Bytes selector;
    private final String meaning;

    KeyRevert(String signature, String meaning) {
        this.selector = Keccak.selector(signature);
        this.meaning = meaning;
    }

    /** The first 4 bytes of the revert data. */
    Bytes selector() {
        return selector;
    }

    /** The error in words, for operators. */
    String meaning() {
        return meaning;
    }

    /** The contract's error that a node's answer carries; empty when it is another one, or none. */
    static Optional<KeyRevert> of(RpcErrorException error) {
        return error.data().filter(data -> data.size() >= SELECTOR_LENGTH).flatMap(data -> {
            Bytes selector = Bytes.of(Arrays.copyOf(data.toArray(), SELECTOR_LENGTH));
            return Arrays.stream(values())
                    .filter(revert -> revert.selector.equals(selector))
                    .findFirst();
        });
    }
}
