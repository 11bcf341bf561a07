package org.relayersuite.intake.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of request bodies this process may hold at a time, over all connections. Each body is bounded, but not
 * how many clients send one at once: without this bound, enough of them would end the process for want of memory.
 */
final class BodyBudget {
    private final long limit;
    private final AtomicLong held = new AtomicLong();

    /** @param limit in bytes */
    BodyBudget(long limit) {
        this.limit = limit;
    }

    /** Takes {@code bytes}, or nothing and returns false when so many are not left. */
    boolean take(long bytes) {
        if (held.addAndGet(bytes) <= limit) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /** Gives back what was taken before. */
    void give(long bytes) {
        held.addAndGet(-bytes);
    }

    /** The bytes that are held now. */
    long held() {
        return held.get();
    }
}
