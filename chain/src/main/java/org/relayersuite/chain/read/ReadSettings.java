package org.relayersuite.chain.read;

import java.time.Duration;

/**
 * @param headMaxAge how long the latest block is taken to be the latest: below the chain's block time nothing is gained
 * @param maxCacheBytes about how much memory each of the three caches may take, calls and results together
 */
public record ReadSettings(Duration headMaxAge, long maxCacheBytes) {

    /** @throws IllegalArgumentException when a value is out of range */
    public ReadSettings {
        if (headMaxAge.isNegative() || maxCacheBytes <= 0) {
            throw new IllegalArgumentException("caches need room, and an age is not negative");
        }
    }
}
