package org.relayersuite.chain.read;

import java.time.Duration;

/**
 * The moment until which a caller waits, over all steps of a read.
 *
 * @param end by the clock of {@link System#nanoTime}
 */
record Deadline(long end) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** Nanoseconds, not below zero. */
    long left() {
        return Math.max(0, end - System.nanoTime());
    }
}
