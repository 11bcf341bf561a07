package org.relayersuite.store.access;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** An API key, without the key. */
public record ApiKey(UUID id, KeyGrant grant, Instant createdAt, Optional<Instant> revokedAt) {

    /** Whether it opens anything at {@code now}. */
    public boolean usableAt(Instant now) {
        return revokedAt.isEmpty()
                && grant.expiresAt().filter(end -> !now.isBefore(end)).isEmpty();
    }
}
