package org.relayersuite.chain.rpc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/** How long RPC attempts take and how they end, per chain, method and outcome; and what the quota holds back. */
public final class RpcMetrics implements RpcObserver {
    private static final String CHAIN_ID = "chain_id";

    private final MeterRegistry registry;
    private final String chain;
    private final Timer quotaWaits;
    private final Counter quotaRejections;

    private RpcMetrics(MeterRegistry registry, long chainId) {
        this.registry = registry;
        this.chain = Long.toString(chainId);
        this.quotaWaits = registry.timer("relayer_rpc_quota_wait_duration", CHAIN_ID, chain);
        this.quotaRejections = registry.counter("relayer_rpc_quota_rejections", CHAIN_ID, chain);
    }

    /** An observer that records into {@code registry}. */
    public static RpcObserver of(MeterRegistry registry, long chainId) {
        return new RpcMetrics(registry, chainId);
    }

    @Override
    public void attempted(String method, String endpointHost, Outcome outcome, Duration duration) {
        registry.timer(
                        "relayer_rpc_request_duration",
                        CHAIN_ID,
                        chain,
                        "method",
                        method,
                        "endpoint",
                        endpointHost,
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .record(duration);
    }

    @Override
    public void quotaWaited(Duration waited) {
        quotaWaits.record(waited);
    }

    @Override
    public void quotaRefused() {
        quotaRejections.increment();
    }
}
