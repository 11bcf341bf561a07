package org.relayersuite.broker;

import java.time.Duration;

/** Is told about every publish, for metrics. Called on the publishing thread; must not block and must not throw. */
public interface PublishObserver {
    /**
     * The broker confirmed.
     *
     * @param duration from the call of publish to the confirmation, attempts and pauses included
     */
    void published(Topic topic, Duration duration);

    /** One attempt failed. Unless {@link BrokerRefusedException} follows, there will be another. */
    void attemptFailed(Topic topic, FailureKind kind);
}
