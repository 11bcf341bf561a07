package org.relayersuite.intake.keyurl;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.relayersuite.chain.host.FheKeyReader;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcMetrics;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.core.Address;
import org.relayersuite.intake.chains.ChainReadsConfig;
import org.relayersuite.intake.chains.ReadableChains;
import org.relayersuite.store.loop.SupervisedLoop;

/**
 * The poller of this pod, started and stopped with it. Every pod polls for itself: what it needs are a few reads per
 * interval, and no pod depends on another one.
 */
@Singleton
public final class KeyUrls {
    private static final int MAX_CONCURRENT_REQUESTS = 4;
    /** The event of a context with the certificates of all its nodes has some ten kilobytes. */
    private static final long MAX_RESPONSE_BYTES = 4L << 20;

    private final KeyUrlConfig config;
    private final Optional<RpcClient> client;
    private final Optional<KeyUrlPoller> poller;
    private Optional<SupervisedLoop> loop = Optional.empty();

    /** @throws IllegalStateException when the configuration names a part of what is needed, and not all */
    KeyUrls(
            KeyUrlConfig config,
            ProtocolConfigConfig host,
            ChainReadsConfig reads,
            MeterRegistry registry,
            Clock clock) {
        this.config = config;
        this.client = settings(config, host, reads)
                .map(settings -> new RpcClient(settings, RpcMetrics.of(registry, settings.chainId())));
        this.poller = client.map(rpc -> poller(rpc, host, registry, clock));
    }

    private static Optional<RpcSettings> settings(
            KeyUrlConfig config, ProtocolConfigConfig host, ChainReadsConfig reads) {
        List<URI> urls = host.ethereumHttpRpcUrls().orElse(List.of());
        List<Boolean> given = List.of(
                config.kmsGenerationAddress().isPresent(),
                host.address().isPresent(),
                host.chainId().isPresent(),
                !urls.isEmpty());
        if (given.stream().distinct().count() > 1) {
            throw new IllegalStateException(
                    "relayer.keyurl.kms-generation-address and relayer.protocol-config.address, .chain-id and"
                            + " .ethereum-http-rpc-urls are needed together");
        }
        if (urls.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new RpcSettings(
                host.chainId().getAsLong(),
                urls,
                host.requestTimeout(),
                MAX_CONCURRENT_REQUESTS,
                MAX_RESPONSE_BYTES,
                ReadableChains.quota(reads)));
    }

    private KeyUrlPoller poller(RpcClient rpc, ProtocolConfigConfig host, MeterRegistry registry, Clock clock) {
        FheKeyReader reader = new FheKeyReader(
                rpc,
                Address.of(config.kmsGenerationAddress().orElseThrow()),
                Address.of(host.address().orElseThrow()));
        Counter failures = Counter.builder("relayer_keyurl_poll_failures_total")
                .description("Polls that brought no answer from any host endpoint")
                .register(registry);
        KeyUrlPoller made = new KeyUrlPoller(reader::read, failures::increment, clock);
        TimeGauge.builder(
                        "relayer_keyurl_age",
                        made,
                        TimeUnit.MILLISECONDS,
                        its -> its.age().toMillis())
                .description(
                        "Time since the host chain last confirmed the key in use, or since the start before it did")
                .register(registry);
        return made;
    }

    void start(@Observes StartupEvent event) {
        loop = poller.map(body -> SupervisedLoop.start("keyurl", config.pollInterval(), body));
    }

    void stop(@Observes ShutdownEvent event) {
        loop.ifPresent(SupervisedLoop::close);
        client.ifPresent(RpcClient::close);
    }

    /** Empty when this relayer is not told where to find keys. */
    Optional<KeyUrlPoller> poller() {
        return poller;
    }

    /** Whether what is served is fresh; empty when this relayer is not told where to find keys. */
    public Optional<Boolean> fresh() {
        return poller.map(its -> its.known().isPresent() && its.age().compareTo(config.maxAge()) <= 0);
    }
}
