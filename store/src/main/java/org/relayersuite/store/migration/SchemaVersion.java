package org.relayersuite.store.migration;

import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;

/** Which version of the schema this release needs. Services check it and never migrate. */
public final class SchemaVersion {
    /** The number of the newest migration beside this class. */
    public static final int NEEDED = 6;

    private static final String UNDEFINED_TABLE = "42P01";

    private SchemaVersion() {}

    /** The newest migration that the database has; 0 when it has none. */
    public static int of(Database database) {
        try {
            return database.query("""
                            SELECT coalesce(max(version::int), 0) FROM flyway_schema_history
                            WHERE success AND version IS NOT NULL""").iterator().next().getInteger(0);
        } catch (DatabaseException e) {
            if (e.sqlState().filter(UNDEFINED_TABLE::equals).isPresent()) {
                return 0;
            }
            throw e;
        }
    }
}
