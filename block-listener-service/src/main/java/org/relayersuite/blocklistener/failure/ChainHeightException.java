package org.relayersuite.blocklistener.failure;

/** The number of the newest block cannot be had at the moment. */
public final class ChainHeightException extends ListenerException {
    public ChainHeightException(String message, Throwable cause) {
        super(message, cause);
    }
}
