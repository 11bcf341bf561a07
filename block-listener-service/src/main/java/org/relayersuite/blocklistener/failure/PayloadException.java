package org.relayersuite.blocklistener.failure;

/** A message could not be encoded. */
public final class PayloadException extends ListenerException {
    public PayloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
