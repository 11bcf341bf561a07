package org.relayersuite.intake.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock of buckets that stands still until it is moved. */
final class FakeTime implements TimeMeter {
    private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);

    void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    @Override
    public long currentTimeNanos() {
        return nanos.get();
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
