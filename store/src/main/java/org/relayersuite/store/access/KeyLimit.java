package org.relayersuite.store.access;

import java.math.BigDecimal;

/**
 * How often an API key may be used.
 *
 * @param requestsPerSecond what its bucket is refilled by
 * @param burst what its bucket holds
 */
public record KeyLimit(BigDecimal requestsPerSecond, long burst) {}
