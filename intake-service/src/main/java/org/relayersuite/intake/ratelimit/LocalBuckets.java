package org.relayersuite.intake.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;

/** The buckets of this pod alone: a bounded number, those unused for longest make room. */
final class LocalBuckets {
    private final Cache<String, Bucket> buckets;
    private final TimeMeter clock;

    LocalBuckets(long maxBuckets, TimeMeter clock) {
        this.buckets = Caffeine.newBuilder().maximumSize(maxBuckets).build();
        this.clock = clock;
    }

    ConsumptionProbe draw(String key, Limit limit) {
        return buckets.get(key, absent -> bucket(limit)).tryConsumeAndReturnRemaining(1);
    }

    /** How many there are. */
    long size() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket bucket(Limit limit) {
        var builder = Bucket.builder().withCustomTimePrecision(clock);
        for (var bandwidth : limit.configuration().getBandwidths()) {
            builder.addLimit(bandwidth);
        }
        return builder.build();
    }
}
