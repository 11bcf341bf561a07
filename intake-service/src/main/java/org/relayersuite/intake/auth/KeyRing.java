package org.relayersuite.intake.auth;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.Hash;
import org.relayersuite.store.access.AdminCopy;
import org.relayersuite.store.access.ApiKey;
import org.relayersuite.store.access.ApiKeySecret;

/**
 * A copy of all usable API keys. All of them, and not the ones that were asked for lately: so no number of junk keys
 * makes a single query, nor pushes a good key out.
 */
public final class KeyRing {
    private final AdminCopy<Map<Hash, ApiKey>> keys;
    private final Clock clock;

    public KeyRing(AdminCopy<Map<Hash, ApiKey>> keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** The key whose secret {@code text} is; empty when there is none, or it is usable no more. */
    public Optional<ApiKey> find(String text) {
        return ApiKeySecret.read(text)
                .map(secret -> keys.get().get(secret.hash()))
                .filter(key -> key.usableAt(clock.instant()));
    }
}
