package org.relayersuite.blocklistener.failure;

/** A statement about the ledger of blocks failed; the session that ran it is closed. */
public final class BlockStoreException extends ListenerException {
    public BlockStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
