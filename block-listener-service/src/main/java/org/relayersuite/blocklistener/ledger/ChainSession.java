package org.relayersuite.blocklistener.ledger;

import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.relayersuite.blocklistener.failure.BlockStoreException;
import org.relayersuite.blocklistener.failure.ChainLockLostException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.blocklistener.failure.ListenerException;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Postgres session that carries a lock and everything that is written under it (spec/listener.md A3). The lock is
 * the session's: Postgres releases it when the session ends, and a session that has ended commits nothing. So a holder
 * that lost its lock, however long it does not know it, cannot write.
 *
 * <p>The session beats while nobody uses it, and Postgres ends it when it has been silent for too long: a holder whose
 * process is frozen, or cut off, loses the lock. After any failure the session is closed and never used again.
 */
public final class ChainSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ChainSession.class);
    private static final int BEATS_PER_LIMIT = 4;

    private final PgConnection connection;
    private final String lockName;
    /** Statements of a transaction and beats must not mix. */
    private final ReentrantLock use = new ReentrantLock();

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread beating;
    private volatile boolean holds;
    private volatile Thread worker;

    private ChainSession(PgConnection connection, String lockName, Duration beat) {
        this.connection = connection;
        this.lockName = lockName;
        this.beating = Thread.ofVirtual().name("beat-" + lockName).unstarted(() -> beat(beat));
    }

    /**
     * Opens a session that does not hold the lock yet.
     *
     * @param lockName names the flow and the chain; replicas that use the same name exclude each other
     * @param idleLimit how long the session may be silent before Postgres ends it; at least one second
     * @throws BlockStoreException when the database cannot be reached
     */
    public static ChainSession open(Database database, String lockName, Duration idleLimit) {
        ChainSession session = new ChainSession(connect(database), lockName, idleLimit.dividedBy(BEATS_PER_LIMIT));
        session.connection.closeHandler(_ -> session.end());
        session.connection.exceptionHandler(_ -> session.end());
        session.query("SELECT set_config('idle_session_timeout', $1, false)", Long.toString(idleLimit.toMillis()));
        session.beating.start();
        return session;
    }

    private static PgConnection connect(Database database) {
        try {
            return database.dedicatedConnection();
        } catch (DatabaseException e) {
            throw new BlockStoreException("no session for the ledger of blocks", e);
        }
    }

    /**
     * Takes the lock unless another session has it. Does not wait.
     *
     * @return whether this session holds it now
     */
    public boolean tryLock() {
        if (!holds()) {
            // Hashed to 64 bits, so that neither chain ids nor flows need to fit into anything.
            holds = query("SELECT pg_try_advisory_lock(hashtextextended($1, 0))", lockName)
                    .iterator()
                    .next()
                    .getBoolean(0);
        }
        return holds;
    }

    /** Whether this session holds the lock, as far as this process knows. */
    public boolean holds() {
        return holds && !ended.get();
    }

    /** Whether the session is over; it does not come back. */
    public boolean ended() {
        return ended.get();
    }

    /**
     * Runs {@code work} on a thread of its own, which is interrupted the moment the session ends: a holder that lost
     * its lock stops at once, also in the middle of a publish that waits for the broker. Returns after the thread has
     * ended, however it does.
     *
     * @throws ListenerException as thrown by {@code work}
     * @throws ChainLockLostException when the session ended meanwhile
     * @throws InterruptedException when the caller was interrupted; the session is over then
     */
    public <T> T whileHeld(Callable<T> work) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = Thread.ofVirtual().name("work-" + lockName).start(task);
        worker = thread;
        if (ended.get()) {
            thread.interrupt();
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw meaning(e.getCause());
        } catch (InterruptedException e) {
            end();
            thread.join();
            throw e;
        } finally {
            worker = null;
        }
    }

    private ListenerException meaning(Throwable failure) {
        if (failure instanceof ListenerException known) {
            return known;
        }
        if (ended.get()) {
            return new ChainLockLostException("the session of " + lockName + " ended during the work", failure);
        }
        return new InvariantViolationException("the work on a chain failed in an unforeseen way", failure);
    }

    /**
     * Runs one statement.
     *
     * @throws ChainLockLostException when the session was over before
     * @throws BlockStoreException when the statement failed; the session is over now, and whether the statement took
     *     effect is unknown
     */
    RowSet<Row> query(String sql, Object... params) {
        use.lock();
        try {
            if (ended.get()) {
                throw new ChainLockLostException("the session of " + lockName + " is over", null);
            }
            return Database.query(connection, sql, params);
        } catch (DatabaseException e) {
            end();
            throw new BlockStoreException("a statement of the ledger of blocks failed", e);
        } finally {
            use.unlock();
        }
    }

    /** Runs {@code work} in one transaction. Any exception ends the session, by which Postgres rolls back. */
    <T> T inTransaction(Supplier<T> work) {
        use.lock();
        try {
            query("BEGIN");
            T result = work.get();
            query("COMMIT");
            return result;
        } catch (RuntimeException e) {
            end();
            throw e;
        } finally {
            use.unlock();
        }
    }

    private void beat(Duration pause) {
        try {
            while (!ended.get()) {
                Thread.sleep(pause);
                // Whoever has it is talking to Postgres, which is a beat in itself.
                if (use.tryLock()) {
                    try {
                        query("SELECT 1");
                    } finally {
                        use.unlock();
                    }
                }
            }
        } catch (InterruptedException | ChainLockLostException e) {
            log.debug("Session stopped beating lock={}", lockName);
        } catch (BlockStoreException e) {
            log.warn("Session did not answer its beat lock={}", lockName, e);
        }
    }

    private void end() {
        if (ended.compareAndSet(false, true)) {
            // Not awaited: this may run on the connection's own event loop, and the server sees the end in any case.
            connection.close();
            beating.interrupt();
            Thread working = worker;
            if (working != null && working != Thread.currentThread()) {
                working.interrupt();
            }
        }
    }

    /** Ends the session; Postgres releases the lock. */
    @Override
    public void close() {
        end();
    }
}
