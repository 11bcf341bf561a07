package org.relayersuite.intake.chains;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ReadSettings;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Quota;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcMetrics;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.intake.HostChainsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chains that this pod can read: each host chain for which endpoints are configured, and the gateway chain where a
 * check needs it. Each has a client and caches of its own, so that one that is lost takes nothing from the others.
 */
@Singleton
public final class ReadableChains {
    private static final Logger log = LoggerFactory.getLogger(ReadableChains.class);

    private final ChainReadsConfig config;
    private final MeterRegistry registry;
    private final List<RpcClient> clients = new ArrayList<>();
    private final Map<BigInteger, ChainReads> hosts = new HashMap<>();
    private final Optional<ChainReads> gateway;

    /** @throws IllegalStateException when the gateway is to be read and is not said where it is */
    ReadableChains(
            HostChainsConfig hostChains, GatewayChainConfig gateway, ChainReadsConfig config, MeterRegistry registry) {
        this.config = config;
        this.registry = registry;
        for (HostChainsConfig.HostChain host : hostChains.all()) {
            List<URI> urls = host.urls().orElse(List.of());
            if (urls.isEmpty()) {
                log.warn("Contract wallets are not served: no URLs are configured chainId={}", host.chainId());
            } else {
                hosts.put(host.chainId(), reads(host.chainId().longValueExact(), urls));
            }
        }
        this.gateway = gateway.contracts().gatewayConfigAddress().map(_ -> gatewayReads(gateway));
    }

    private ChainReads gatewayReads(GatewayChainConfig gateway) {
        List<URI> urls = gateway.httpUrls().orElse(List.of());
        if (urls.isEmpty() || gateway.chainId().isEmpty()) {
            throw new IllegalStateException("relayer.gateway.contracts.gateway-config-address needs"
                    + " relayer.gateway.http-urls and relayer.gateway.chain-id");
        }
        return reads(gateway.chainId().getAsLong(), urls);
    }

    private ChainReads reads(long chainId, List<URI> urls) {
        RpcClient client = new RpcClient(
                new RpcSettings(
                        chainId,
                        urls,
                        config.requestTimeout(),
                        config.maxConcurrentRequests(),
                        config.maxResponseSize().asLongValue(),
                        quota(config)),
                RpcMetrics.of(registry, chainId));
        clients.add(client);
        ReadSettings settings =
                new ReadSettings(config.headMaxAge(), config.maxCacheSize().asLongValue());
        return new ChainReads(new Ethereum(client), chainId, settings, registry);
    }

    /** How much each endpoint of any chain may be asked; empty for no bound. */
    public static Optional<Quota> quota(ChainReadsConfig config) {
        ChainReadsConfig.Quota quota = config.quota();
        return quota.requestsPerSecond().isEmpty()
                ? Optional.empty()
                : Optional.of(new Quota(
                        quota.requestsPerSecond().getAsDouble(), quota.burst(), quota.maxWaiting(), quota.maxWait()));
    }

    /** Reads of a host chain; empty when no endpoint of it is configured. */
    public Optional<ChainReads> host(BigInteger chainId) {
        return Optional.ofNullable(hosts.get(chainId));
    }

    /** Reads of the gateway chain; empty when nothing is to be read there. */
    public Optional<ChainReads> gateway() {
        return gateway;
    }

    void stop(@Observes ShutdownEvent event) {
        clients.forEach(RpcClient::close);
    }
}
