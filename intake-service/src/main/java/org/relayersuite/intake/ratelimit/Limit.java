package org.relayersuite.intake.ratelimit;

import io.github.bucket4j.BucketConfiguration;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * A token bucket.
 *
 * @param requestsPerSecond what it is refilled by
 * @param burst what it holds
 */
public record Limit(BigDecimal requestsPerSecond, long burst) {
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
    /** One request in a day. */
    private static final BigDecimal SLOWEST = new BigDecimal("0.00001");

    private static final BigDecimal FASTEST = new BigDecimal("1000000");
    private static final long LARGEST = 1_000_000_000;

    /** @throws IllegalArgumentException when a number makes no sense */
    public Limit {
        if (requestsPerSecond.compareTo(SLOWEST) < 0 || requestsPerSecond.compareTo(FASTEST) > 0) {
            throw new IllegalArgumentException("requests-per-second is " + SLOWEST.toPlainString() + " to " + FASTEST);
        }
        if (burst < 1 || burst > LARGEST) {
            throw new IllegalArgumentException("burst is 1 to " + LARGEST);
        }
    }

    static Limit of(RateLimitConfig.Bucket config) {
        return new Limit(config.requestsPerSecond(), config.burst());
    }

    BucketConfiguration configuration() {
        long nanosPerToken =
                NANOS.divide(requestsPerSecond, MathContext.DECIMAL64).longValue();
        return BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(burst).refillGreedy(1, Duration.ofNanos(nanosPerToken)))
                .build();
    }

    /** How long an empty bucket takes to be full. */
    Duration window() {
        return Duration.ofSeconds(BigDecimal.valueOf(burst)
                .divide(requestsPerSecond, 0, RoundingMode.CEILING)
                .longValue());
    }

    /** Part of a bucket's key: a bucket made for another limit must not be found. */
    String code() {
        return requestsPerSecond.stripTrailingZeros().toPlainString() + "/" + burst;
    }
}
