package org.relayersuite.intake.ratelimit;

import io.github.bucket4j.ConsumptionProbe;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/** All buckets, wherever they are: shared ones while the shared store answers, this pod's own otherwise. */
final class TokenBuckets {
    private static final String KEY_PREFIX = "relayer:rate-limit:";

    private final Optional<SharedBuckets> shared;
    private final LocalBuckets local;
    private final Counter fallbacks;

    TokenBuckets(Optional<SharedBuckets> shared, LocalBuckets local, MeterRegistry metrics) {
        this.shared = shared;
        this.local = local;
        this.fallbacks = Counter.builder("relayer_rate_limit_local_fallbacks_total")
                .description("Draws from a pod's own bucket because the shared store did not serve them")
                .register(metrics);
        shared.ifPresent(
                buckets -> Gauge.builder("relayer_rate_limit_shared_store_up", buckets, up -> up.isUp() ? 1 : 0)
                        .description("Whether rate limits are shared by all pods now")
                        .register(metrics));
    }

    /** Draws one token from the bucket that {@code subject} has for {@code limit}. */
    Draw draw(Scope scope, String subject, Limit limit) {
        String key = KEY_PREFIX + scope.code() + ":" + limit.code() + ":" + subject;
        Optional<ConsumptionProbe> probe = shared.flatMap(buckets -> buckets.draw(key, limit));
        if (probe.isEmpty() && shared.isPresent()) {
            fallbacks.increment();
        }
        return Draw.of(scope, limit, probe.orElseGet(() -> local.draw(key, limit)));
    }

    /** As {@link #draw}, never from a shared bucket. */
    Draw drawLocally(Scope scope, String subject, Limit limit) {
        String key = scope.code() + ":" + limit.code() + ":" + subject;
        return Draw.of(scope, limit, local.draw(key, limit));
    }
}
