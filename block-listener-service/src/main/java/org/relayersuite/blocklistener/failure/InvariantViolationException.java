package org.relayersuite.blocklistener.failure;

/** Something happened that the listener's own logic excludes. */
public final class InvariantViolationException extends ListenerException {
    public InvariantViolationException(String message, Throwable cause) {
        super(message, cause);
    }
}
