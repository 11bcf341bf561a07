package org.relayersuite.blocklistener.wiring;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.relayersuite.chain.rpc.RpcObserver;

/** The metrics of requests to the chain (spec/listener.md 7.1). An endpoint is named by its host, and port if it has one. */
public final class RpcMetrics implements RpcObserver {
    private static final List<String> METHODS = List.of(
            "eth_chainId", "eth_blockNumber", "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getBlockReceipts");
    private static final List<String> ERROR_KINDS = List.of("node_error", "rate_limited", "transport");
    private static final String SUCCESS = "success";
    private static final String ERROR = "error";

    private final MeterRegistry registry;

    public RpcMetrics(MeterRegistry registry, List<URI> endpoints) {
        this.registry = registry;
        for (URI endpoint : endpoints) {
            String name = endpoint.getPort() < 0 ? endpoint.getHost() : endpoint.getHost() + ":" + endpoint.getPort();
            for (String method : METHODS) {
                durations(method, name);
                requests(method, name, SUCCESS);
                requests(method, name, ERROR);
                ERROR_KINDS.forEach(kind -> errors(method, name, kind));
            }
        }
    }

    private Timer durations(String method, String endpoint) {
        return Timer.builder("listener_rpc_request_duration_seconds")
                .description("From sending a request to the parsed answer")
                .tag("method", method)
                .tag("endpoint", endpoint)
                .serviceLevelObjectives(Buckets.SECONDS)
                .register(registry);
    }

    private Counter requests(String method, String endpoint, String status) {
        return Counter.builder("listener_rpc_requests_total")
                .description("Requests by how they ended")
                .tag("method", method)
                .tag("endpoint", endpoint)
                .tag("status", status)
                .register(registry);
    }

    private Counter errors(String method, String endpoint, String kind) {
        return Counter.builder("listener_rpc_errors_total")
                .description("Failed requests by kind")
                .tag("method", method)
                .tag("endpoint", endpoint)
                .tag("error_kind", kind)
                .register(registry);
    }

    @Override
    public void attempted(String method, String endpointHost, Outcome outcome, Duration duration) {
        durations(method, endpointHost).record(duration);
        switch (outcome) {
            case ANSWERED -> requests(method, endpointHost, SUCCESS).increment();
            case NODE_ERROR -> failed(method, endpointHost, "node_error");
            case THROTTLED -> failed(method, endpointHost, "rate_limited");
            case TRANSPORT_ERROR -> failed(method, endpointHost, "transport");
        }
    }

    private void failed(String method, String endpoint, String kind) {
        requests(method, endpoint, ERROR).increment();
        errors(method, endpoint, kind).increment();
    }
}
