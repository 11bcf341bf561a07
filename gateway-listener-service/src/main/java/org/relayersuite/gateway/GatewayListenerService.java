package org.relayersuite.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.chain.gateway.GatewayContracts;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.HeadSubscription;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcMetrics;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.core.Address;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.fact.Completion;
import org.relayersuite.store.fact.GatewayLedger;
import org.relayersuite.store.heartbeat.Heartbeat;
import org.relayersuite.store.loop.Backoff;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** Puts the listener together from its configuration, and starts and stops it with the process. */
@ApplicationScoped
public class GatewayListenerService {
    private static final String NAME = "gateway-listener";
    /** Short: an endpoint that drops some calls must not slow down reading from it for longer than need be. */
    private static final Backoff AFTER_FAILURE = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));

    private static final long MAX_RESPONSE_BYTES = 64L << 20;

    private final Database database;
    private final Notifications notifications;
    private final GatewayListenerConfig config;
    private final MeterRegistry registry;
    private RpcClient client;
    private SupervisedLoop loop;
    private Heartbeat heartbeat;
    private Optional<HeadSubscription> heads = Optional.empty();

    GatewayListenerService(
            Database database, Notifications notifications, GatewayListenerConfig config, MeterRegistry registry) {
        this.database = database;
        this.notifications = notifications;
        this.config = config;
        this.registry = registry;
    }

    void start(@Observes StartupEvent event) {
        client = new RpcClient(
                new RpcSettings(
                        config.chainId(),
                        config.httpUrls(),
                        config.requestTimeout(),
                        config.maxConcurrentRequests(),
                        MAX_RESPONSE_BYTES),
                RpcMetrics.of(registry, config.chainId()));
        heartbeat = new Heartbeat(
                database,
                NAME,
                NAME + "-" + UUID.randomUUID(),
                config.listener().heartbeatInterval(),
                System::nanoTime);
        loop = SupervisedLoop.start(NAME, config.listener().pollInterval(), AFTER_FAILURE, listener());
        heads = config.wsUrl().map(url -> new HeadSubscription(url, loop::wake));
    }

    private GatewayListener listener() {
        Address decryption = Address.of(config.contracts().decryptionAddress());
        Address inputVerification = Address.of(config.contracts().inputVerificationAddress());
        ListenerMetrics metrics = new ListenerMetrics(registry, config.chainId());
        BlockReader reader = new BlockReader(
                client,
                new GatewayContracts(decryption, inputVerification).addresses(),
                new FactDecoder(new GatewayEvents(decryption, inputVerification)),
                metrics.undecodable());
        ChainCursor cursor = new ChainCursor(database, ChainCursor.GATEWAY, config.chainId());
        Completion completion = new Completion(config.contracts().userDecryptSharesThreshold());
        return new GatewayListener(
                new Ethereum(client),
                reader,
                cursor,
                new GatewayLedger(database, cursor, completion),
                config.listener().batchSize(),
                metrics,
                () -> notifications.send(Channel.ENDED),
                heartbeat::beat);
    }

    void stop(@Observes ShutdownEvent event) {
        heads.ifPresent(HeadSubscription::close);
        loop.close();
        heartbeat.close();
        client.close();
    }
}
