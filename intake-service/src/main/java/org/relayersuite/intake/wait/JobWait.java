package org.relayersuite.intake.wait;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.relayersuite.store.request.Job;

/** One who waits for a job. Holds a place among all who do until it is closed. */
public final class JobWait implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable leave;
    private Job latest;
    private boolean over;
    private boolean left;

    JobWait(Runnable leave) {
        this.leave = leave;
    }

    /**
     * Waits until the job is seen in a state that was not told yet, at most for {@code limit}. Ends at once, and from
     * then on always, when {@link #end} was called.
     *
     * @return where the job stands, as of the latest look; empty when nothing was seen
     */
    public Optional<Job> next(Duration limit) {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (latest == null && !over && left > 0) {
                left = changed.awaitNanos(left);
            }
            Optional<Job> told = Optional.ofNullable(latest);
            latest = null;
            return told;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    void tell(Job job) {
        lock.lock();
        try {
            // Looks overlap: one that began before the job's end may be told after it.
            if (latest == null || !latest.status().terminal()) {
                latest = job;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** There is nothing more to wait for: the client is gone, or the service stops. May be called by any thread. */
    public void end() {
        lock.lock();
        try {
            over = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@link #end} was called. */
    public boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the place up. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (left) {
                return;
            }
            left = true;
        } finally {
            lock.unlock();
        }
        leave.run();
    }
}
