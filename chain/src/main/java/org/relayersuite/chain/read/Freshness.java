package org.relayersuite.chain.read;

import java.time.Duration;

/**
 * What a caller of {@link ChainReads#latest} is content with.
 *
 * @param maxAge a reading up to this age is taken without asking
 * @param deadline how long to wait for a new one
 * @param maxStale a reading up to this age is taken when there is no new one in time, marked as stale; zero for none
 */
public record Freshness(Duration maxAge, Duration deadline, Duration maxStale) {

    /** @throws IllegalArgumentException when a duration is negative */
    public Freshness {
        if (maxAge.isNegative() || deadline.isNegative() || maxStale.isNegative()) {
            throw new IllegalArgumentException("a duration is negative");
        }
    }

    /** Never takes a stale reading. */
    public static Freshness of(Duration maxAge, Duration deadline) {
        return new Freshness(maxAge, deadline, Duration.ZERO);
    }
}
