package org.relayersuite.broker;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * How to reach a Redis server.
 *
 * @param url {@code redis://} or, with TLS, {@code rediss://}; may carry user and password, hence is never printed
 * @param operationTimeout how long one attempt may take, connecting included
 * @param firstBackoff pause after the first failure; doubles with each further one
 * @param maxBackoff longest pause between two attempts
 */
public record RedisSettings(URI url, Duration operationTimeout, Duration firstBackoff, Duration maxBackoff) {
    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    private static final int DEFAULT_PORT = 6379;

    public RedisSettings {
        if (url.getScheme() == null || !SCHEMES.contains(url.getScheme())) {
            throw new IllegalArgumentException("the broker's URL begins with redis:// or rediss://");
        }
        if (url.getHost() == null) {
            throw new IllegalArgumentException("the broker's URL names no host");
        }
        if (!operationTimeout.isPositive() || !firstBackoff.isPositive() || maxBackoff.compareTo(firstBackoff) < 0) {
            throw new IllegalArgumentException("the broker's timeout and pauses are positive, first <= max");
        }
    }

    /** Host and port: what may be logged. */
    public String endpoint() {
        return url.getHost() + ":" + (url.getPort() < 0 ? DEFAULT_PORT : url.getPort());
    }

    boolean tls() {
        return "rediss".equals(url.getScheme());
    }

    @Override
    public String toString() {
        return "RedisSettings[" + url.getScheme() + "://" + endpoint() + "]";
    }
}
