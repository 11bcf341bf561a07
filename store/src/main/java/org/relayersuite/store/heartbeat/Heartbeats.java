package org.relayersuite.store.heartbeat;

import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.relayersuite.store.sql.Database;

/** Reads which replicas of a service are at work. */
public final class Heartbeats {
    private final Database database;

    public Heartbeats(Database database) {
        this.database = database;
    }

    /**
     * One replica.
     *
     * @param age since it last did its work, by the database's clock
     */
    public record Replica(String instance, Duration age) {}

    /** The replicas of {@code service} that did their work within {@code window}, in the order in which they started. */
    public List<Replica> of(String service, Duration window) {
        List<Replica> replicas = new ArrayList<>();
        for (Row row : database.query("""
                SELECT instance, extract(epoch FROM clock_timestamp() - beat_at)::float8 FROM service_heartbeat
                WHERE service = $1 AND beat_at >= clock_timestamp() - $2 * interval '1 millisecond'
                ORDER BY started_at, instance""", service, window.toMillis())) {
            replicas.add(new Replica(row.getString(0), Duration.ofNanos((long) (row.getDouble(1) * 1e9))));
        }
        return replicas;
    }
}
