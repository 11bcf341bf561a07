package org.relayersuite.intake.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.vertx.core.Vertx;
import io.vertx.redis.client.RedisConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The buckets that all pods share through Redis. Draws of one bucket at a time go there together. */
final class SharedBuckets implements AutoCloseable {
    private final RedisLink link;
    private final RedisBuckets buckets;
    private final Duration timeout;
    private final Cache<String, AsyncBucketProxy> proxies;

    /**
     * @param timeout how long a draw waits at most
     * @param maxProxies how many buckets are remembered here, without their contents
     */
    SharedBuckets(Vertx vertx, URI url, Duration timeout, Duration retryPause, long maxProxies) {
        this.link = new RedisLink(vertx, url, retryPause);
        this.buckets = new RedisBuckets(link, timeout);
        this.timeout = timeout;
        this.proxies = Caffeine.newBuilder().maximumSize(maxProxies).build();
    }

    /** Whether draws are tried at all. */
    boolean isUp() {
        return link.isUp();
    }

    /** Draws one token; empty when Redis did not answer in time, or is known not to. */
    Optional<ConsumptionProbe> draw(String key, Limit limit) {
        Optional<RedisConnection> used = link.connection();
        if (used.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(proxies.get(key, absent -> proxy(key, limit))
                    .tryConsumeAndReturnRemaining(1)
                    .get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            // The next draw does not try: one slow answer is paid for once, not by every request.
            link.giveUp(used.get());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private AsyncBucketProxy proxy(String key, Limit limit) {
        return buckets.asAsync()
                .builder()
                .withOptimization(Optimizations.batching())
                .build(key, () -> CompletableFuture.completedFuture(limit.configuration()));
    }

    @Override
    public void close() {
        link.close();
    }
}
