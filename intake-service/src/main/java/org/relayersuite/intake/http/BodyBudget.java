package org.relayersuite.intake.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many bytes of request bodies this process may hold at a time, over all connections. Each body is bounded, but not
 * how many clients send one at once: without this bound, enough of them would end the process for want of memory.
 *
 * <p>One half is for whoever comes first, the other for those who hold no more than a share: a single client that sends
 * many bodies slowly must not keep all others out.
 */
final class BodyBudget {
    private final long limit;
    private final long share;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;

    /**
     * @param limit in bytes
     * @param largestBody in bytes: no share is smaller
     */
    BodyBudget(long limit, long largestBody) {
        this.limit = limit;
        this.share = Math.max(limit / 4, largestBody);
    }

    /** Takes {@code bytes} for {@code client}, or nothing and returns false when so many are not left for it. */
    boolean take(String client, long bytes) {
        lock.lock();
        try {
            long all = held + bytes;
            long its = heldBy.getOrDefault(client, 0L) + bytes;
            if (all > limit || all > limit / 2 && its > share) {
                return false;
            }
            held = all;
            heldBy.put(client, its);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what was taken before. */
    void give(String client, long bytes) {
        lock.lock();
        try {
            held -= bytes;
            heldBy.computeIfPresent(client, (name, its) -> its == bytes ? null : its - bytes);
        } finally {
            lock.unlock();
        }
    }

    /** The bytes that are held now. */
    long held() {
        lock.lock();
        try {
            return held;
        } finally {
            lock.unlock();
        }
    }

    /** How many clients hold some. */
    int clients() {
        lock.lock();
        try {
            return heldBy.size();
        } finally {
            lock.unlock();
        }
    }
}
