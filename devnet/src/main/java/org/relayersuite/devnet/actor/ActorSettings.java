package org.relayersuite.devnet.actor;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How actors behave.
 *
 * @param answerDelay time from seeing a request to answering it: what real nodes need to compute
 * @param pollInterval how often the head of the gateway chain is read in any case
 * @param gatewayWebSocket where the chain announces new heads, so that each is read at once; empty: polling alone
 */
public record ActorSettings(Duration answerDelay, Duration pollInterval, Optional<URI> gatewayWebSocket) {
    private static final Duration FAST = Duration.ofMillis(20);
    private static final Duration SLOW = Duration.ofMillis(500);

    /** Settings of actors that poll alone. */
    public ActorSettings(Duration answerDelay, Duration pollInterval) {
        this(answerDelay, pollInterval, Optional.empty());
    }

    /** No delay, and a look at the chain every 20 ms. */
    public static ActorSettings immediate() {
        return new ActorSettings(Duration.ZERO, FAST);
    }

    /** The same delay, but a look at the chain when it announces a new head, and every 500 ms in any case. */
    public ActorSettings following(URI webSocket) {
        return new ActorSettings(answerDelay, SLOW, Optional.of(webSocket));
    }
}
