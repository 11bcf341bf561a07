package org.relayersuite.blocklistener.flow;

import java.time.Duration;

/**
 * How the loop of a chain runs.
 *
 * @param pause how long to wait before the chain, or the lock, is asked again when there was nothing to do
 * @param idleLimit how long a holder may be silent before Postgres ends its session and with it the lock
 */
public record FlowSettings(long chainId, Duration pause, Duration idleLimit) {
    private static final Duration MIN_IDLE_LIMIT = Duration.ofSeconds(1);

    public FlowSettings {
        if (!pause.isPositive()) {
            throw new IllegalArgumentException("the pause between two passes is positive");
        }
        if (idleLimit.compareTo(MIN_IDLE_LIMIT) < 0) {
            throw new IllegalArgumentException("a holder may be silent for at least " + MIN_IDLE_LIMIT);
        }
    }

    /** Names flow and chain, so that other flows of the chain, and other chains in the database, have locks of their own. */
    String lockName() {
        return "block-listener/live/" + chainId;
    }
}
