package org.relayersuite.store.migration;

import org.flywaydb.core.Flyway;

/** Brings a database to the version of the schema that this release works with. */
public final class Migrations {
    private static final String LOCATION = "classpath:org/relayersuite/store/migration";

    private Migrations() {}

    /**
     * Applies every migration that the database lacks. Safe to run twice at once: Flyway takes a lock.
     *
     * @param jdbcUrl {@code jdbc:postgresql://host:port/database}
     * @return how many migrations were applied
     * @throws org.flywaydb.core.api.FlywayException when one fails; it has been rolled back
     */
    public static int migrate(String jdbcUrl, String username, String password) {
        return Flyway.configure()
                .dataSource(jdbcUrl, username, password)
                .locations(LOCATION)
                .load()
                .migrate()
                .migrationsExecuted;
    }
}
