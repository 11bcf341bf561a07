package org.relayersuite.broker;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends one command at a time and waits for its reply. After any failure the client with all its connections is thrown
 * away: a reply that is late would otherwise occupy its connection, and a connection to a former primary would go on
 * answering that it is read-only.
 */
final class RedisConnector implements AutoCloseable {
    /** What the client itself says, in the form of an answer, about commands on a connection that broke. */
    private static final String CONNECTION_CLOSED = "CONNECTION_CLOSED";

    /** Errors that stay as long as the command stays. Any other may pass: a role, a memory limit, a permission. */
    private static final Set<String> LASTING = Set.of("WRONGTYPE", "ERR");

    /** The one ERR that is about the server's state and not about the command. */
    private static final String TOO_MANY_CLIENTS = "ERR max number of clients";

    private static final int MAX_CONNECTIONS = 4;

    private final Vertx vertx;
    private final RedisSettings settings;
    private final RedisOptions options;
    private final AtomicReference<Redis> client = new AtomicReference<>();

    RedisConnector(Vertx vertx, RedisSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.options = options(settings);
    }

    private static RedisOptions options(RedisSettings settings) {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout(Math.toIntExact(settings.operationTimeout().toMillis()))
                .setTcpKeepAlive(true)
                .setTcpNoDelay(true);
        if (settings.tls()) {
            // Vert.x checks a certificate's name only when told to.
            net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
        }
        return new RedisOptions()
                .setConnectionString(settings.url().toString())
                .setNetClientOptions(net)
                .setMaxPoolSize(MAX_CONNECTIONS)
                .setPoolName("broker");
    }

    /**
     * Returns the reply; null when Redis answered with a null.
     *
     * @throws BrokerUnavailableException when no usable reply came in time
     * @throws BrokerRefusedException when Redis rejects the command
     */
    Response send(Request request) throws InterruptedException {
        Redis used = client();
        try {
            return used.send(request)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(settings.operationTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            drop(used);
            throw new BrokerUnavailableException(
                    FailureKind.TIMEOUT, "no answer in time from Redis at " + settings.endpoint(), e);
        } catch (ExecutionException e) {
            throw classified(used, e.getCause());
        } catch (InterruptedException e) {
            // The reply is still to come: the connection cannot be used by anybody else.
            drop(used);
            throw e;
        }
    }

    private BrokerException classified(Redis used, Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        if (!(failure instanceof Response) || text.startsWith(CONNECTION_CLOSED)) {
            drop(used);
            return new BrokerUnavailableException(
                    FailureKind.CONNECTION, "no connection to Redis at " + settings.endpoint(), failure);
        }
        // The code only: what follows may repeat arguments.
        String code = text.split(" ", 2)[0];
        if (LASTING.contains(code) && !text.startsWith(TOO_MANY_CLIENTS)) {
            return new BrokerRefusedException("Redis at " + settings.endpoint() + " refused: " + code, failure);
        }
        drop(used);
        return new BrokerUnavailableException(
                FailureKind.OTHER, "Redis at " + settings.endpoint() + " cannot serve: " + code, failure);
    }

    private Redis client() {
        Redis present = client.get();
        if (present != null) {
            return present;
        }
        Redis created = Redis.createClient(vertx, options);
        if (client.compareAndSet(null, created)) {
            return created;
        }
        created.close();
        return client();
    }

    private void drop(Redis used) {
        if (client.compareAndSet(used, null)) {
            used.close();
        }
    }

    @Override
    public void close() {
        Redis present = client.getAndSet(null);
        if (present != null) {
            present.close();
        }
    }
}
