package org.relayersuite.chain.host;

/** An endpoint did not tell which FHE key is in use. The message says why, and names no URL. */
public final class FheKeyUnavailableException extends RuntimeException {
    /** @param message what is missing or wrong */
    public FheKeyUnavailableException(String message) {
        super(message);
    }

    /** @param cause why there is no usable answer */
    public FheKeyUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
