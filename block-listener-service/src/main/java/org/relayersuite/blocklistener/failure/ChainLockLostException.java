package org.relayersuite.blocklistener.failure;

/** This replica does not hold the chain any more; another one may be working on it already. */
public final class ChainLockLostException extends ListenerException {
    public ChainLockLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
