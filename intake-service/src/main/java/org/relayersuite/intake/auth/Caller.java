package org.relayersuite.intake.auth;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.store.access.ApiKey;

/**
 * Who made a request.
 *
 * @param network the IP address it came from, of IPv6 the network
 * @param key present exactly when callers are told apart
 */
public record Caller(String network, Optional<ApiKey> key) {

    /** Whether its key, where it needs one, is good for any endpoint of {@code kind}. */
    boolean mayUse(RequestKind kind) {
        Set<String> endpoints = key.map(known -> known.grant().endpoints()).orElse(Set.of());
        return endpoints.isEmpty()
                || Arrays.stream(Endpoint.values())
                        .anyMatch(endpoint -> endpoint.kind() == kind && endpoints.contains(endpoint.path()));
    }

    /** Whose jobs it may read; empty when anybody may read any. */
    public Optional<String> owner() {
        return key.map(known -> known.grant().owner());
    }
}
