package org.relayersuite.store.access;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.relayersuite.store.access.AdminLedger.Action;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** What operators set at run time, by name. Every change is audited and told to all pods. */
public final class RuntimeSettings {
    private final Database database;
    private final Notifications notifications;

    public RuntimeSettings(Database database, Notifications notifications) {
        this.database = database;
        this.notifications = notifications;
    }

    /** All that were ever set. */
    public Map<String, BigDecimal> all() {
        Map<String, BigDecimal> values = new TreeMap<>();
        database.query("SELECT name, value FROM runtime_setting")
                .forEach(row -> values.put(row.getString("name"), row.getBigDecimal("value")));
        return values;
    }

    /**
     * Sets {@code name} for every pod, for good.
     *
     * @param actor who asked for it
     */
    public void set(String name, BigDecimal value, String actor) {
        database.inTransaction(session -> {
            AdminLedger.begin(session);
            RowIterator<Row> rows = session.query("SELECT value FROM runtime_setting WHERE name = $1", name)
                    .iterator();
            JsonObject before = rows.hasNext() ? json(rows.next().getBigDecimal(0)) : null;
            session.query("""
                    INSERT INTO runtime_setting (name, value, updated_by) VALUES ($1, $2, $3)
                    ON CONFLICT (name) DO UPDATE
                    SET value = excluded.value, updated_at = now(), updated_by = excluded.updated_by""", name, value, actor);
            AdminLedger.record(session, actor, Action.SETTING_CHANGED, name, before, json(value));
            return null;
        });
        notifications.send(Channel.ADMIN);
    }

    private static JsonObject json(BigDecimal value) {
        return new JsonObject().put("value", value);
    }
}
