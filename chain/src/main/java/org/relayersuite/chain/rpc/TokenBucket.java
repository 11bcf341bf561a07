package org.relayersuite.chain.rpc;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Spreads the requests to one endpoint over time. Every caller reserves its place when it comes, so that the order is
 * kept, and learns at once when its turn would be too late: nobody waits for nothing.
 *
 * <p>Kept as the moment up to which all capacity is given away (the generic cell rate algorithm, ITU-T I.371), which
 * takes batches larger than the bucket, too.
 */
final class TokenBucket {
    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    /** Waits; a fake clock in tests. */
    @FunctionalInterface
    interface Pause {
        void nanos(long nanos) throws InterruptedException;
    }

    private final Quota quota;
    private final double nanosPerRequest;
    /** How far back capacity reaches that nobody has used. */
    private final long burstNanos;

    private final LongSupplier nanoTime;
    private final Pause pause;
    private final ReentrantLock lock = new ReentrantLock();
    private long takenUntil;
    private int waiting;

    TokenBucket(Quota quota, LongSupplier nanoTime, Pause pause) {
        this.quota = quota;
        this.nanosPerRequest = SECOND / quota.requestsPerSecond();
        this.burstNanos = (long) (quota.burst() * nanosPerRequest);
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.takenUntil = nanoTime.getAsLong() - burstNanos;
    }

    TokenBucket(Quota quota) {
        this(quota, System::nanoTime, nanos -> Thread.sleep(Duration.ofNanos(nanos)));
    }

    /**
     * Waits until {@code requests} may be sent.
     *
     * @return how long that took
     * @throws QuotaExceededException at once, when too many wait already or the turn would come too late
     * @throws InterruptedException while waiting; the place is lost
     */
    Duration take(int requests, String whom) throws InterruptedException {
        long wait = reserve(requests, whom);
        if (wait == 0) {
            return Duration.ZERO;
        }
        try {
            pause.nanos(wait);
            return Duration.ofNanos(wait);
        } finally {
            lock.lock();
            waiting--;
            lock.unlock();
        }
    }

    private long reserve(int requests, String whom) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            // What nobody used before that is gone: the bucket was full.
            long full = now - burstNanos;
            long until = (takenUntil - full > 0 ? takenUntil : full) + (long) (requests * nanosPerRequest);
            long wait = Math.max(0, until - now);
            if (wait > quota.maxWait().toNanos()) {
                throw new QuotaExceededException(whom + ": its quota is used up for longer than a request may wait");
            }
            if (wait > 0 && waiting >= quota.maxWaiting()) {
                throw new QuotaExceededException(whom + ": too many requests wait for its quota");
            }
            if (wait > 0) {
                waiting++;
            }
            takenUntil = until;
            return wait;
        } finally {
            lock.unlock();
        }
    }
}
