package org.relayersuite.store.leadership;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.relayersuite.store.loop.Backoff;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;
import org.relayersuite.store.sql.SqlSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One contender for a role. At most one holder's epoch is the role's present one; that, checked by every fenced
 * statement, is what safety rests on. Stepping down by the own clock is courtesy.
 */
public final class Leadership implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    private static final long NOBODY = 0;

    private final Database database;
    private final Notifications notifications;
    private final String role;
    private final String holder;
    private final Duration term;
    private final LongSupplier nanoClock;
    private final TakeOver takeOver;
    private final LongConsumer onElected;
    private volatile long epoch = NOBODY;
    private volatile long leadsUntilNanos;
    private volatile SupervisedLoop loop;

    /** Something that must change in the same transaction as the role's holder, such as the epoch of a lane's row. */
    @FunctionalInterface
    public interface TakeOver {
        void run(SqlSession session, long epoch);
    }

    /**
     * @param role the role's name, such as {@code cron} or {@code dispatcher/main}
     * @param holder this process' name among the contenders, for operators
     * @param term how long a holder that has gone silent keeps the role
     * @param nanoClock monotonic, in nanoseconds
     * @param takeOver run inside the transaction that takes the role over
     * @param onElected told the new epoch after that transaction has committed; must not block
     */
    public Leadership(
            Database database,
            Notifications notifications,
            String role,
            String holder,
            Duration term,
            LongSupplier nanoClock,
            TakeOver takeOver,
            LongConsumer onElected) {
        this.database = database;
        this.notifications = notifications;
        this.role = role;
        this.holder = holder;
        this.term = term;
        this.nanoClock = nanoClock;
        this.takeOver = takeOver;
        this.onElected = onElected;
    }

    /** Starts to contend: at once, then three times a term, and whenever some leader releases its role. */
    public void start() {
        Duration beat = term.dividedBy(3);
        SupervisedLoop started =
                SupervisedLoop.start("leadership-" + role, beat, new Backoff(beat.dividedBy(4), beat), this::beat);
        loop = started;
        notifications.subscribe(Channel.LEADERSHIP, () -> {
            // A leader's own beat must not be hurried by other roles' releases.
            if (epoch().isEmpty()) {
                started.wake();
            }
        });
    }

    /** The epoch under which this process may act now; empty when it does not lead. */
    public OptionalLong epoch() {
        long current = epoch;
        return current != NOBODY && nanoClock.getAsLong() - leadsUntilNanos < 0
                ? OptionalLong.of(current)
                : OptionalLong.empty();
    }

    /** One contention or renewal. The term is counted from before the statement is sent, never from its answer. */
    boolean beat() {
        long sentAt = nanoClock.getAsLong();
        if (epoch != NOBODY && !renew(sentAt)) {
            log.warn("Leadership lost role={} epoch={}", role, epoch);
            epoch = NOBODY;
        }
        if (epoch == NOBODY) {
            contend(sentAt);
        }
        return false;
    }

    private boolean renew(long sentAt) {
        // A lapsed term may be renewed as long as nobody took over: the row still carries our epoch.
        boolean renewed =
                database.query("""
                                UPDATE leadership SET expires_at = clock_timestamp() + $4 * interval '1 millisecond'
                                WHERE role = $1 AND holder = $2 AND epoch = $3""", role, holder, epoch, term.toMillis()).rowCount() == 1;
        if (renewed) {
            leadsUntilNanos = sentAt + ownTermNanos();
        }
        return renewed;
    }

    private void contend(long sentAt) {
        long drawn = database.inTransaction(session -> {
            // The new epoch is drawn inside the UPDATE, under the row's lock: two contenders cannot draw the same.
            RowIterator<Row> won =
                    session.query("""
                            INSERT INTO leadership AS l (role, holder, epoch, expires_at)
                            VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
                            ON CONFLICT (role) DO UPDATE
                            SET holder = excluded.holder, epoch = l.epoch + 1, expires_at = excluded.expires_at
                            WHERE l.expires_at <= clock_timestamp()
                            RETURNING epoch""", role, holder, term.toMillis()).iterator();
            if (!won.hasNext()) {
                return NOBODY;
            }
            long newEpoch = won.next().getLong(0);
            takeOver.run(session, newEpoch);
            return newEpoch;
        });
        if (drawn != NOBODY) {
            leadsUntilNanos = sentAt + ownTermNanos();
            epoch = drawn;
            log.info("Leadership taken role={} epoch={} holder={}", role, drawn, holder);
            onElected.accept(drawn);
        }
    }

    /** A tenth less than the term on the server: clocks drift, and a check is followed by the act it allows. */
    private long ownTermNanos() {
        return term.toNanos() / 10 * 9;
    }

    /** Steps down and gives the role free, so that a successor need not wait for the term to end. */
    @Override
    public void close() {
        SupervisedLoop running = loop;
        if (running != null) {
            running.close();
        }
        long held = epoch;
        epoch = NOBODY;
        if (held == NOBODY) {
            return;
        }
        try {
            int released = database.query("""
                            UPDATE leadership SET expires_at = '-infinity', holder = NULL
                            WHERE role = $1 AND holder = $2 AND epoch = $3""", role, holder, held).rowCount();
            if (released == 1) {
                database.query("SELECT pg_notify($1, '')", Channel.LEADERSHIP.sqlName());
                log.info("Leadership released role={} epoch={}", role, held);
            }
        } catch (DatabaseException e) {
            log.warn("Leadership not released, it will expire role={} epoch={}", role, held, e);
        }
    }
}
