package org.relayersuite.chain.abi;

/** Bytes that are no ABI encoding of what was expected. */
public final class AbiException extends RuntimeException {
    /** @param message what is wrong, without the bytes themselves */
    public AbiException(String message) {
        super(message);
    }
}
