package org.relayersuite.intake.ratelimit;

import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AbstractCompareAndSwapBasedProxyManager;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AsyncCompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.CompareAndSwapOperation;
import io.github.bucket4j.distributed.remote.RemoteBucketState;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Keeps Bucket4j's buckets in Redis, through the Vert.x client that runs on the service's own event loops. A bucket is
 * gone some time after it would be full.
 *
 * <p>Refills are reckoned by the pods' clocks; a pod whose clock is behind refills nothing, one that is ahead refills
 * early, once.
 */
final class RedisBuckets extends AbstractCompareAndSwapBasedProxyManager<String> {
    private static final Duration KEPT_WHEN_FULL = Duration.ofSeconds(10);

    private static final String SWAP = """
            if redis.call('get', KEYS[1]) == ARGV[1] then
                redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
                return 1
            end
            return 0""";

    private final RedisLink link;
    private final ExpirationAfterWriteStrategy expiration;

    RedisBuckets(RedisLink link, Duration timeout) {
        super(ClientSideConfig.getDefault()
                .withClientClock(TimeMeter.SYSTEM_MILLISECONDS)
                .withRequestTimeout(timeout));
        this.link = link;
        this.expiration = ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT_WHEN_FULL);
    }

    @Override
    protected AsyncCompareAndSwapOperation beginAsyncCompareAndSwapOperation(String key) {
        return new AsyncCompareAndSwapOperation() {
            @Override
            public CompletableFuture<Optional<byte[]>> getStateData(Optional<Long> timeoutNanos) {
                return send(Request.cmd(Command.GET).arg(key), timeoutNanos)
                        .thenApply(reply -> Optional.ofNullable(reply).map(Response::toBytes));
            }

            @Override
            public CompletableFuture<Boolean> compareAndSwap(
                    byte[] originalData, byte[] newData, RemoteBucketState newState, Optional<Long> timeoutNanos) {
                long ttlMillis = Math.max(1, expiration.calculateTimeToLiveMillis(newState, currentTimeNanos()));
                return originalData == null
                        ? send(create(key, newData, ttlMillis), timeoutNanos).thenApply(reply -> reply != null)
                        : send(swap(key, originalData, newData, ttlMillis), timeoutNanos)
                                .thenApply(reply -> reply.toInteger() == 1);
            }
        };
    }

    private static Request create(String key, byte[] data, long ttlMillis) {
        return Request.cmd(Command.SET).arg(key).arg(data).arg("NX").arg("PX").arg(ttlMillis);
    }

    private static Request swap(String key, byte[] original, byte[] data, long ttlMillis) {
        return Request.cmd(Command.EVAL)
                .arg(SWAP)
                .arg(1)
                .arg(key)
                .arg(original)
                .arg(data)
                .arg(ttlMillis);
    }

    /** Never throws: a failure to begin would leave those who wait behind this draw waiting for ever. */
    private CompletableFuture<Response> send(Request request, Optional<Long> timeoutNanos) {
        Optional<RedisConnection> connection = link.connection();
        if (connection.isEmpty()) {
            return CompletableFuture.failedFuture(new IllegalStateException("no connection to Redis"));
        }
        CompletableFuture<Response> reply;
        try {
            reply = connection.get().send(request).toCompletionStage().toCompletableFuture();
        } catch (RuntimeException e) {
            reply = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<Response> bounded =
                timeoutNanos.isEmpty() ? reply : reply.orTimeout(timeoutNanos.get(), TimeUnit.NANOSECONDS);
        return bounded.whenComplete((answer, failure) -> {
            if (failure != null) {
                link.giveUp(connection.get());
            }
        });
    }

    @Override
    protected CompareAndSwapOperation beginCompareAndSwapOperation(String key) {
        throw new UnsupportedOperationException("buckets in Redis are drawn from asynchronously");
    }

    @Override
    protected CompletableFuture<Void> removeAsync(String key) {
        return send(Request.cmd(Command.DEL).arg(key), getClientSideConfig().getRequestTimeoutNanos())
                .thenApply(reply -> null);
    }

    @Override
    public void removeProxy(String key) {
        removeAsync(key).join();
    }

    @Override
    public boolean isAsyncModeSupported() {
        return true;
    }

    @Override
    public boolean isExpireAfterWriteSupported() {
        return true;
    }
}
