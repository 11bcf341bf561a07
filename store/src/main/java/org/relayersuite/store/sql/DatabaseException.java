package org.relayersuite.store.sql;

import java.util.Optional;

/** The database refused a statement. The transaction it belonged to has been rolled back. */
public class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sqlState;

    DatabaseException(String message, String sqlState, Throwable cause) {
        super(message, cause);
        this.sqlState = sqlState;
    }

    /** The five-character SQLSTATE, where the server sent one. */
    public Optional<String> sqlState() {
        return Optional.ofNullable(sqlState);
    }
}
