package org.relayersuite.intake.chains;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.OptionalDouble;

/** How the chains are read while clients wait. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.chain-reads")
public interface ChainReadsConfig {

    /** The longest that one attempt at one endpoint may take. */
    Duration requestTimeout();

    /** How many requests to one chain may be open at once. */
    int maxConcurrentRequests();

    /** The largest answer of a node that is read. */
    MemorySize maxResponseSize();

    /** How long the latest block of a chain is taken to be the latest. */
    Duration headMaxAge();

    /** About how much memory each cache of each chain may take. */
    MemorySize maxCacheSize();

    Quota quota();

    /** How much each endpoint may be asked. */
    interface Quota {
        /** The steady rate; without it there is no quota. Calls of a batch count one by one. */
        OptionalDouble requestsPerSecond();

        /** How many requests may be sent at once after a pause. */
        int burst();

        /** How many requests may wait for their turn; the next is sent to another endpoint, or fails. */
        int maxWaiting();

        /** The longest that a request may wait for its turn. */
        Duration maxWait();
    }
}
