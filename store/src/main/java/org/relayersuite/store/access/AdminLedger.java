package org.relayersuite.store.access;

import io.vertx.core.json.JsonObject;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/** The version of what operators change, and the record of who changed what. */
public final class AdminLedger {
    private AdminLedger() {}

    /** Grows with every change to settings and keys; whoever has read them at this version need not read them again. */
    public static long version(Database database) {
        return database.query("SELECT version FROM admin_version")
                .iterator()
                .next()
                .getLong(0);
    }

    /**
     * Opens a change: every other one waits until this transaction ends, so that a version, once seen, stands for all
     * changes up to it.
     */
    static void begin(SqlSession session) {
        session.query("UPDATE admin_version SET version = version + 1");
    }

    /**
     * Writes down a change in its own transaction.
     *
     * @param before null when there was nothing
     * @param after null when nothing is left
     */
    static void record(
            SqlSession session, String actor, Action action, String subject, JsonObject before, JsonObject after) {
        session.query(
                "INSERT INTO admin_audit (actor, action, subject, before, after) VALUES ($1, $2, $3, $4, $5)",
                actor,
                action.code,
                subject,
                before,
                after);
    }

    /** What operators do. */
    enum Action {
        SETTING_CHANGED("setting_changed"),
        API_KEY_CREATED("api_key_created"),
        API_KEY_REVOKED("api_key_revoked");

        private final String code;

        Action(String code) {
            this.code = code;
        }
    }
}
