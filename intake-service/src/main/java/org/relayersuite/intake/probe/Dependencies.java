package org.relayersuite.intake.probe;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcMetrics;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.intake.chains.GatewayChainConfig;
import org.relayersuite.intake.keyurl.KeyUrls;
import org.relayersuite.store.heartbeat.Heartbeats;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.wiring.DatabaseReadiness;

/** What the suite depends on, as seen from this pod. Only the database makes the pod itself unready. */
@Singleton
final class Dependencies {
    private static final String LISTENER = "gateway-listener";
    private static final long MAX_RESPONSE_BYTES = 64L << 10;

    private final HealthConfig config;
    private final KeyUrls keys;
    private final Optional<RpcClient> gateway;
    private final SharedAnswer<Boolean> database;
    private final Optional<SharedAnswer<Boolean>> gatewayHttp;
    private final SharedAnswer<List<Boolean>> listeners;

    Dependencies(
            HealthConfig config,
            GatewayChainConfig gatewayConfig,
            @Readiness DatabaseReadiness readiness,
            Database connection,
            KeyUrls keys,
            MeterRegistry registry) {
        this.config = config;
        this.keys = keys;
        Heartbeats heartbeats = new Heartbeats(connection);
        this.gateway = gateway(gatewayConfig, registry);
        this.database = shared("database", () -> readiness.call().getStatus() == Status.UP, false);
        this.gatewayHttp = gateway.map(rpc -> shared("gateway_http", () -> tellsItsHead(new Ethereum(rpc)), false));
        this.listeners = shared("gateway_listener", () -> alive(heartbeats), List.of());
    }

    private <T> SharedAnswer<T> shared(String name, Supplier<T> question, T withoutAnswer) {
        return new SharedAnswer<>(name, config.maxAge(), config.timeout(), System::nanoTime, question, withoutAnswer);
    }

    private Optional<RpcClient> gateway(GatewayChainConfig gateway, MeterRegistry registry) {
        List<URI> urls = gateway.httpUrls().orElse(List.of());
        if (urls.isEmpty()) {
            return Optional.empty();
        }
        long chainId = gateway.chainId()
                .orElseThrow(() -> new IllegalStateException("relayer.gateway.chain-id is needed with its http-urls"));
        return Optional.of(new RpcClient(
                new RpcSettings(chainId, urls, config.timeout(), 1, MAX_RESPONSE_BYTES),
                RpcMetrics.of(registry, chainId)));
    }

    private static boolean tellsItsHead(Ethereum gateway) {
        gateway.blockNumber();
        return true;
    }

    private List<Boolean> alive(Heartbeats heartbeats) {
        return heartbeats.of(LISTENER, config.listenerForgottenAfter()).stream()
                .map(replica -> replica.age().compareTo(config.listenerStaleAfter()) < 0)
                .toList();
    }

    void stop(@Observes ShutdownEvent event) {
        gateway.ifPresent(RpcClient::close);
    }

    /** Asks every dependency, or takes an answer that is young enough. */
    Health health() {
        Map<String, Boolean> needed = new LinkedHashMap<>();
        needed.put("database", database.get());
        gatewayHttp.ifPresent(answer -> needed.put("gateway_http", answer.get()));
        List<Boolean> replicas = listeners.get();
        for (int number = 0; number < Math.max(1, replicas.size()); number++) {
            needed.put("gateway_listener_" + number, number < replicas.size() && replicas.get(number));
        }
        return new Health(needed, keys.fresh());
    }
}
