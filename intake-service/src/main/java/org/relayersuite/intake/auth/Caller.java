package org.relayersuite.intake.auth;

import java.util.Optional;
import org.relayersuite.store.access.ApiKey;

/**
 * Who made a request.
 *
 * @param network the IP address it came from, of IPv6 the network
 * @param key present exactly when callers are told apart
 */
public record Caller(String network, Optional<ApiKey> key) {

    /** Whose jobs it may read; empty when anybody may read any. */
    public Optional<String> owner() {
        return key.map(known -> known.grant().owner());
    }
}
