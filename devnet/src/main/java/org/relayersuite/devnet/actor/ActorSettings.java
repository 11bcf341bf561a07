package org.relayersuite.devnet.actor;

import java.time.Duration;

/**
 * How actors behave.
 *
 * @param answerDelay time from seeing a request to answering it: what real nodes need to compute
 * @param pollInterval how often the head of the gateway chain is read
 */
public record ActorSettings(Duration answerDelay, Duration pollInterval) {
    /** Answers as soon as it can, looking at the chain every 20 ms. */
    public static ActorSettings immediate() {
        return new ActorSettings(Duration.ZERO, Duration.ofMillis(20));
    }
}
