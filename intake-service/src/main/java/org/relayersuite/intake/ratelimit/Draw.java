package org.relayersuite.intake.ratelimit;

import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;

/**
 * One token drawn from a bucket, or not.
 *
 * @param allowed whether there was one
 * @param remaining how many are left
 * @param untilNext how long until there is one again; zero when {@code allowed}
 * @param untilFull how long until the bucket is full again
 */
record Draw(Scope scope, Limit limit, boolean allowed, long remaining, Duration untilNext, Duration untilFull) {

    static Draw of(Scope scope, Limit limit, ConsumptionProbe probe) {
        return new Draw(
                scope,
                limit,
                probe.isConsumed(),
                probe.getRemainingTokens(),
                Duration.ofNanos(probe.getNanosToWaitForRefill()),
                Duration.ofNanos(probe.getNanosToWaitForReset()));
    }

    /** Seconds to wait before asking again, rounded up. */
    int retryAfter() {
        return Math.max(1, ceilSeconds(untilNext));
    }

    static int ceilSeconds(Duration duration) {
        return Math.toIntExact(Math.ceilDiv(duration.toMillis(), 1000L));
    }
}
