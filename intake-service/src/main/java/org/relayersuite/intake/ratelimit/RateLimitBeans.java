package org.relayersuite.intake.ratelimit;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Makes the limiter that the configuration asks for. */
@ApplicationScoped
public class RateLimitBeans {

    /** Only there while limits are on and shared. */
    record Shared(Optional<SharedBuckets> buckets) {}

    @Produces
    @Singleton
    Shared shared(RateLimitConfig config, Vertx vertx) {
        return new Shared(config.redisUrl()
                .filter(url -> config.enabled())
                .map(url -> new SharedBuckets(
                        vertx, url, config.redisTimeout(), config.redisRetryPause(), config.maxLocalBuckets())));
    }

    void close(@Disposes Shared shared) {
        shared.buckets().ifPresent(SharedBuckets::close);
    }

    /** @throws IllegalArgumentException when a limit makes no sense, also while limits are off */
    @Produces
    @Singleton
    RateLimiter rateLimiter(RateLimitConfig config, Shared shared, MeterRegistry metrics) {
        RateLimiter.Limits limits = RateLimiter.Limits.of(config);
        LocalBuckets local = new LocalBuckets(config.maxLocalBuckets(), TimeMeter.SYSTEM_NANOTIME);
        return new RateLimiter(
                config.enabled() ? Optional.of(limits) : Optional.empty(),
                new TokenBuckets(shared.buckets(), local, metrics),
                metrics);
    }
}
