package org.relayersuite.blocklistener.wiring;

import java.time.Duration;

/** Bounds of the histograms' buckets: from one quick answer to one that ran into its limit. */
final class Buckets {
    static final Duration[] SECONDS = {
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60),
    };

    private Buckets() {}
}
