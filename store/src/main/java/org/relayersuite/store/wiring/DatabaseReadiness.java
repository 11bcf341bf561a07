package org.relayersuite.store.wiring;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.relayersuite.store.migration.SchemaVersion;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;

/** Ready means: the database answers, and its schema is the one that this release works with, or a later one. */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {
    private static final String NAME = "database";

    private final Database database;

    public DatabaseReadiness(Database database) {
        this.database = database;
    }

    @Override
    public HealthCheckResponse call() {
        try {
            int version = SchemaVersion.of(database);
            return HealthCheckResponse.named(NAME)
                    .status(version >= SchemaVersion.NEEDED)
                    .withData("schemaVersion", version)
                    .withData("schemaVersionNeeded", SchemaVersion.NEEDED)
                    .build();
        } catch (DatabaseException e) {
            return HealthCheckResponse.named(NAME)
                    .down()
                    .withData("reason", "no answer from the database")
                    .build();
        }
    }
}
