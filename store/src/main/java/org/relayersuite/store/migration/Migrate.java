package org.relayersuite.store.migration;

import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.api.FlywayException;

/**
 * The migration step as a program: {@code java -jar store.jar}. Reads {@code RELAYER_DATABASE_URL} (a
 * {@code postgresql://} URL), {@code RELAYER_DATABASE_USERNAME} and {@code RELAYER_DATABASE_PASSWORD}.
 */
public final class Migrate {
    private Migrate() {}

    /** Exits with 0 when the schema is at the latest version, with 1 when it cannot be, with 2 when a variable is missing. */
    public static void main(String[] args) {
        Map<String, String> env = System.getenv();
        String url = env.get("RELAYER_DATABASE_URL");
        if (url == null || !url.startsWith("postgresql://")) {
            System.err.println("RELAYER_DATABASE_URL must be set to postgresql://host:port/database");
            System.exit(2);
        }
        // Flyway logs each of its steps; what matters is said below.
        Logger.getLogger("org.flywaydb").setLevel(Level.WARNING);
        try {
            int applied = Migrations.migrate(
                    "jdbc:" + url,
                    env.getOrDefault("RELAYER_DATABASE_USERNAME", "postgres"),
                    env.getOrDefault("RELAYER_DATABASE_PASSWORD", ""));
            System.out.println("Schema is up to date, migrations applied: " + applied);
        } catch (FlywayException e) {
            System.err.println("migration failed: " + e.getMessage().strip());
            System.exit(1);
        }
    }
}
