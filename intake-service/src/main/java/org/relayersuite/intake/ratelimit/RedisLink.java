package org.relayersuite.intake.ratelimit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to Redis, which a thread of its own makes and, after any failure, makes anew. There is no connection
 * while it does: nobody who needs one waits for it.
 */
final class RedisLink implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);
    private static final int DEFAULT_PORT = 6379;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_WAITING = 16_384;

    private final Vertx vertx;
    private final URI url;
    private final Duration pause;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread keeper;
    private volatile Live live;

    /** A connection until it is lost. */
    private record Live(RedisConnection connection, CountDownLatch lost) {}

    /**
     * Starts connecting at once.
     *
     * @param url {@code redis://} or {@code rediss://}, may carry credentials
     * @param pause between a failure and the next connection
     * @throws IllegalArgumentException when the URL is no such one
     */
    RedisLink(Vertx vertx, URI url, Duration pause) {
        if (url.getHost() == null || !("redis".equals(url.getScheme()) || "rediss".equals(url.getScheme()))) {
            throw new IllegalArgumentException("relayer.rate-limit.redis-url begins with redis:// or rediss://");
        }
        this.vertx = vertx;
        this.url = url;
        this.pause = pause;
        // Reads the whole URL now: what is wrong with it must stop the service and not this thread.
        Redis.createClient(vertx, options()).close();
        this.keeper = Thread.ofVirtual().name("rate-limit-redis").start(this::keep);
    }

    /** The connection; empty while there is none. */
    Optional<RedisConnection> connection() {
        return Optional.ofNullable(live).map(Live::connection);
    }

    boolean isUp() {
        return live != null;
    }

    /** Gives {@code connection} up: what it was asked was not answered as it should be. */
    void giveUp(RedisConnection connection) {
        Live present = live;
        if (present != null && present.connection == connection) {
            present.lost.countDown();
        }
    }

    private void keep() {
        boolean toldDown = false;
        while (closed.getCount() > 0) {
            Redis client = Redis.createClient(vertx, options());
            // Whatever goes wrong with one connection, the next is tried.
            try {
                Live connected = connect(client);
                live = connected;
                log.info("Rate limits are shared through Redis endpoint={}", endpoint());
                toldDown = false;
                connected.lost.await();
            } catch (ExecutionException | TimeoutException | RuntimeException e) {
                if (!toldDown) {
                    log.warn(
                            "Rate limits are each pod's own, Redis cannot be used endpoint={} reason={}",
                            endpoint(),
                            e.getClass().getSimpleName());
                    toldDown = true;
                }
            } catch (InterruptedException e) {
                closed.countDown();
            } finally {
                if (live != null && closed.getCount() > 0) {
                    log.warn("Rate limits are each pod's own, Redis was lost endpoint={}", endpoint());
                    toldDown = true;
                }
                live = null;
                client.close();
            }
            rest();
        }
    }

    private Live connect(Redis client) throws ExecutionException, TimeoutException, InterruptedException {
        RedisConnection connection = await(client.connect());
        CountDownLatch lost = new CountDownLatch(1);
        connection.exceptionHandler(failure -> lost.countDown());
        connection.endHandler(end -> lost.countDown());
        await(connection.send(Request.cmd(Command.PING)));
        return new Live(connection, lost);
    }

    private static <T> T await(Future<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.toCompletionStage().toCompletableFuture().get(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private RedisOptions options() {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()))
                .setTcpKeepAlive(true)
                .setTcpNoDelay(true);
        if ("rediss".equals(url.getScheme())) {
            // Vert.x checks a certificate's name only when told to.
            net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
        }
        return new RedisOptions()
                .setConnectionString(url.toString())
                .setNetClientOptions(net)
                .setMaxWaitingHandlers(MAX_WAITING)
                .setMaxPoolSize(1)
                .setPoolName("rate-limit");
    }

    /** Host and port: what may be logged. */
    private String endpoint() {
        return url.getHost() + ":" + (url.getPort() < 0 ? DEFAULT_PORT : url.getPort());
    }

    private void rest() {
        try {
            closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        keeper.interrupt();
    }
}
