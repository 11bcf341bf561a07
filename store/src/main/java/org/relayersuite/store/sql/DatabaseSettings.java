package org.relayersuite.store.sql;

/**
 * Where the database is and how it may be used.
 *
 * @param url {@code postgresql://host:port/database}, options of libpq such as {@code sslmode} allowed; no credentials
 * @param poolSize the largest number of connections of the pool
 */
public record DatabaseSettings(String url, String username, String password, int poolSize) {

    /** Leaves the password out. */
    @Override
    public String toString() {
        return "DatabaseSettings[poolSize=" + poolSize + "]";
    }
}
