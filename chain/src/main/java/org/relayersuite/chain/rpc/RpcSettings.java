package org.relayersuite.chain.rpc;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to reach one chain.
 *
 * @param chainId the chain id every endpoint must answer to {@code eth_chainId} (EIP-155)
 * @param endpoints http or https URLs in order of preference; user info becomes HTTP basic authentication
 * @param requestTimeout the longest that one attempt at one endpoint may take, and the longest wait for a free slot
 * @param maxConcurrentRequests how many HTTP requests may be open at once, over all endpoints
 * @param maxResponseBytes the largest HTTP body that is read; a larger one is refused while it arrives
 * @param quota how much each endpoint may be asked; empty for as much as the slots allow
 */
public record RpcSettings(
        long chainId,
        List<URI> endpoints,
        Duration requestTimeout,
        int maxConcurrentRequests,
        long maxResponseBytes,
        Optional<Quota> quota) {

    /** @throws IllegalArgumentException when a value is out of range or an endpoint is no http URL with a host */
    public RpcSettings {
        endpoints = List.copyOf(endpoints);
        require(chainId > 0, "the chain id must be positive");
        require(!endpoints.isEmpty(), "at least one RPC endpoint is needed");
        require(
                requestTimeout.isPositive() && requestTimeout.compareTo(Duration.ofHours(1)) <= 0,
                "the request timeout must be more than zero and at most one hour");
        require(maxConcurrentRequests > 0, "at least one concurrent request must be allowed");
        require(
                maxResponseBytes > 0 && maxResponseBytes <= Integer.MAX_VALUE - 8,
                "the response limit must be from 1 byte to 2 GiB");
        for (URI endpoint : endpoints) {
            require(
                    ("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme()))
                            && endpoint.getHost() != null,
                    "an RPC endpoint must be an http or https URL with a host");
        }
    }

    /** Settings without a quota. */
    public RpcSettings(
            long chainId,
            List<URI> endpoints,
            Duration requestTimeout,
            int maxConcurrentRequests,
            long maxResponseBytes) {
        this(chainId, endpoints, requestTimeout, maxConcurrentRequests, maxResponseBytes, Optional.empty());
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Leaves the endpoints out: their URLs may carry credentials. */
    @Override
    public String toString() {
        return "RpcSettings[chainId=" + chainId + ", endpoints=" + endpoints.size() + "]";
    }
}
