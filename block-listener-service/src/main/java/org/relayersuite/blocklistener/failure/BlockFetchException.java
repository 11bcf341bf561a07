package org.relayersuite.blocklistener.failure;

/** A block cannot be had from any endpoint at the moment. */
public final class BlockFetchException extends ListenerException {
    public BlockFetchException(String message, Throwable cause) {
        super(message, cause);
    }
}
