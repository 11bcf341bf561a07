package org.relayersuite.store.access;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What an API key is good for.
 *
 * @param owner whose jobs it opens; several keys may have the same owner
 * @param endpoints paths of the endpoints it may be used at; empty for all of them
 * @param readOnly whether it only opens jobs that its owner posted otherwise
 * @param limit its own rate limit; empty for the configured one
 * @param expiresAt empty for never
 */
public record KeyGrant(
        String owner, Set<String> endpoints, boolean readOnly, Optional<KeyLimit> limit, Optional<Instant> expiresAt) {
    public KeyGrant {
        endpoints = Set.copyOf(endpoints);
    }
}
