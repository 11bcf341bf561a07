package org.relayersuite.intake.ratelimit;

import io.smallrye.config.ConfigMapping;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The limits of clients. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.rate-limit")
public interface RateLimitConfig {

    /** Whether there are any. */
    boolean enabled();

    /** Where the buckets are that all pods share: {@code redis://} or {@code rediss://}. Without: each pod has its own. */
    Optional<URI> redisUrl();

    /** How long a request waits for the shared bucket at most, before the pod's own takes over. */
    Duration redisTimeout();

    /** How long the pod's own buckets stand in before the shared ones are tried again. */
    Duration redisRetryPause();

    /** How many buckets a pod keeps in memory; beyond it those unused for longest are full again. */
    long maxLocalBuckets();

    /** POSTs of one IP address (of an IPv6 one: network) that names no API key. */
    Bucket perIp();

    /** POSTs with one API key that has no limit of its own. */
    Bucket perApiKey();

    /** POSTs of one kind for one user address. */
    Bucket perUserAddress();

    /** POSTs of everybody. */
    Optional<Bucket> global();

    /** GETs of one client at one pod; more of them are answered from memory. */
    Bucket polls();

    /** How old an answer from memory may be. */
    Duration pollMemory();

    interface Bucket {
        /** What is added to the bucket each second. */
        BigDecimal requestsPerSecond();

        /** What it holds. */
        long burst();
    }
}
