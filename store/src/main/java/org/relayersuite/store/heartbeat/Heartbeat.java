package org.relayersuite.store.heartbeat;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The heartbeat of one replica. For one thread. */
public final class Heartbeat implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);
    /** How long the row of a replica that died stays, for operators to see. */
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Database database;
    private final String service;
    private final String instance;
    private final Duration interval;
    private final LongSupplier nanoClock;
    private boolean begun;
    private long lastBeat;

    /**
     * @param service the service's name, such as {@code gateway-listener}
     * @param instance this replica's name among those of the service
     * @param interval beats that come sooner after one another are not written
     * @param nanoClock monotonic, in nanoseconds
     */
    public Heartbeat(Database database, String service, String instance, Duration interval, LongSupplier nanoClock) {
        this.database = database;
        this.service = service;
        this.instance = instance;
        this.interval = interval;
        this.nanoClock = nanoClock;
    }

    /** Says that this replica has just done its work. */
    public void beat() {
        long now = nanoClock.getAsLong();
        if (begun && now - lastBeat < interval.toNanos()) {
            return;
        }
        database.query("""
                WITH dead AS (
                    DELETE FROM service_heartbeat
                    WHERE service = $1 AND instance <> $2
                      AND beat_at < clock_timestamp() - $3 * interval '1 millisecond'
                )
                INSERT INTO service_heartbeat AS h (service, instance) VALUES ($1, $2)
                ON CONFLICT (service, instance) DO UPDATE SET beat_at = clock_timestamp()""", service, instance, KEPT.toMillis());
        begun = true;
        lastBeat = now;
    }

    /** Removes this replica from those that are at work: it stops because it was told to, not because it died. */
    @Override
    public void close() {
        try {
            database.query("DELETE FROM service_heartbeat WHERE service = $1 AND instance = $2", service, instance);
        } catch (DatabaseException e) {
            log.warn("Heartbeat not removed, it will be taken for that of a dead replica instance={}", instance, e);
        }
    }
}
