package org.relayersuite.broker;

/**
 * No usable answer came, or the broker said that it cannot serve at the moment. Whether the operation took effect is
 * unknown; it may be repeated.
 */
public final class BrokerUnavailableException extends BrokerException {
    private final FailureKind kind;

    BrokerUnavailableException(FailureKind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Says what was missing: the connection, the answer in time, or the broker's ability to serve. */
    public FailureKind kind() {
        return kind;
    }
}
