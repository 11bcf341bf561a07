package org.relayersuite.store.access;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pod's copy of what operators changed. Read whole at first use and, by a thread of its own, whenever the version has
 * grown: at once when a notification comes, else when the time is up. While the database does not answer the copy stays
 * as it is.
 */
public final class AdminCopy<T> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AdminCopy.class);

    private final String name;
    private final LongSupplier version;
    private final Supplier<T> read;
    private final Duration maxAge;
    private final Semaphore wakes = new Semaphore(0);
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Copy<T> copy;
    private volatile int failures;
    private RuntimeException lastFailure;
    private volatile boolean closed;
    private Thread keeper;

    private record Copy<T>(long version, T value) {}

    /**
     * @param name of what is copied, for the log
     * @param version asked before {@code read}, so that what is read is at least as new
     * @param maxAge how long after a change without a notification the copy is read anew
     */
    public AdminCopy(String name, LongSupplier version, Supplier<T> read, Duration maxAge) {
        this.name = name;
        this.version = version;
        this.read = read;
        this.maxAge = maxAge;
    }

    /**
     * The copy.
     *
     * @throws DatabaseException when it was never read and cannot be
     */
    public T get() {
        if (copy == null) {
            readFirst();
        }
        return copy.value;
    }

    /** Nobody queues up behind a database that is silent: all who wait share one attempt, and its failure. */
    private void readFirst() {
        int before = failures;
        reading.lock();
        try {
            if (copy != null) {
                return;
            }
            if (failures != before) {
                throw lastFailure;
            }
            refresh();
        } finally {
            reading.unlock();
        }
    }

    /** Reads what has changed before it returns, for whoever has changed it. */
    public void refresh() {
        reading.lock();
        try {
            keep();
            long present = version.getAsLong();
            if (copy == null || copy.version != present) {
                copy = new Copy<>(present, read.get());
            }
        } catch (RuntimeException e) {
            lastFailure = e;
            failures++;
            throw e;
        } finally {
            reading.unlock();
        }
    }

    /** Has the copy refreshed soon. Returns at once. */
    public void wake() {
        wakes.release();
    }

    private void keep() {
        if (keeper == null && !closed) {
            keeper = Thread.ofVirtual().name("copy-of-" + name).start(this::keepRefreshed);
        }
    }

    private void keepRefreshed() {
        boolean toldStale = false;
        while (!closed) {
            try {
                wakes.tryAcquire(maxAge.toMillis(), TimeUnit.MILLISECONDS);
                wakes.drainPermits();
                refresh();
                toldStale = false;
            } catch (RuntimeException e) {
                // Whatever it is: a copy that nobody keeps would let revoked keys in for ever.
                if (!toldStale) {
                    log.warn("Copy not refreshed name={} reason=\"{}\"", name, e.getMessage());
                    toldStale = true;
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        reading.lock();
        try {
            if (keeper != null) {
                keeper.interrupt();
            }
        } finally {
            reading.unlock();
        }
    }
}
