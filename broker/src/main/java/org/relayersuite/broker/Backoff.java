package org.relayersuite.broker;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that double up to a limit. Each is cut at random to between half and the whole, so that replicas spread. */
final class Backoff {
    private final Duration max;
    private final RandomGenerator random;
    private Duration next;

    Backoff(Duration first, Duration max, RandomGenerator random) {
        this.next = first;
        this.max = max;
        this.random = random;
    }

    Duration next() {
        long whole = next.toNanos();
        next = next.compareTo(max.dividedBy(2)) >= 0 ? max : next.multipliedBy(2);
        return Duration.ofNanos(random.nextLong(whole / 2, whole + 1));
    }
}
