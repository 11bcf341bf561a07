package org.relayersuite.store.sql;

/**
 * The connection went away or the answer did not come in time. Whether the statement took effect is unknown: select
 * again before deciding anything.
 */
public final class ConnectionLostException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    ConnectionLostException(String message, Throwable cause) {
        super(message, null, cause);
    }
}
