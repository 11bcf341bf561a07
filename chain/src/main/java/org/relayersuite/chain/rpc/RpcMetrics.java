package org.relayersuite.chain.rpc;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** How long RPC attempts take and how they end, per chain, method and outcome. */
public final class RpcMetrics {
    private RpcMetrics() {}

    /** An observer that records into {@code registry}. */
    public static RpcObserver of(MeterRegistry registry, long chainId) {
        String chain = Long.toString(chainId);
        return (method, endpointHost, outcome, duration) -> registry.timer(
                        "relayer_rpc_request_duration",
                        "chain_id",
                        chain,
                        "method",
                        method,
                        "endpoint",
                        endpointHost,
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .record(duration);
    }
}
