package org.relayersuite.tx.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.math.BigInteger;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.chain.gateway.GatewayContracts;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.host.AclCalls;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ReadSettings;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Quota;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcMetrics;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.store.dispatch.Binding;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Lanes;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.store.fact.Completion;
import org.relayersuite.store.fact.MinedRequests;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;
import org.relayersuite.tx.delivery.AttemptSigner;
import org.relayersuite.tx.delivery.BroadcastStage;
import org.relayersuite.tx.delivery.FinalityStage;
import org.relayersuite.tx.delivery.ReceiptMetrics;
import org.relayersuite.tx.delivery.ReceiptStage;
import org.relayersuite.tx.delivery.RevertDiagnosis;
import org.relayersuite.tx.lane.ClaimStage;
import org.relayersuite.tx.lane.Dispatcher;
import org.relayersuite.tx.lane.LaneLeader;
import org.relayersuite.tx.readiness.ReadinessCheck;
import org.relayersuite.tx.readiness.ReadinessStage;
import org.relayersuite.tx.submission.GasEstimator;
import org.relayersuite.tx.submission.NonceGuard;
import org.relayersuite.tx.submission.SubmissionStage;

/** Puts the dispatcher together from its configuration, and starts and stops it with the process. */
@ApplicationScoped
public class TxService {
    private static final long MAX_RESPONSE_BYTES = 32L << 20;
    private static final Duration FINALITY_POLL = Duration.ofSeconds(2);

    private static final String CLAIM = "claim";
    private static final String READINESS = "readiness";
    private static final String SUBMISSION = "submission";
    private static final String BROADCAST = "broadcast";
    private static final String RECEIPTS = "receipts";
    private static final String FINALITY = "finality";

    private final Database database;
    private final Notifications notifications;
    private final TxConfig config;
    private final MeterRegistry registry;
    private final List<RpcClient> clients = new ArrayList<>();
    private Dispatcher dispatcher;

    TxService(Database database, Notifications notifications, TxConfig config, MeterRegistry registry) {
        this.database = database;
        this.notifications = notifications;
        this.config = config;
        this.registry = registry;
    }

    void start(@Observes StartupEvent event) {
        PrivateKeySigner signer = SigningKey.signer(config.lane());
        Ethereum gateway = ethereum(config.gateway().chainId(), config.gateway().httpUrls());
        ClaimedRequests requests = new ClaimedRequests(database);
        LaneLeader leader = new LaneLeader(
                database,
                notifications,
                gateway,
                new LaneLeader.Account(
                        config.lane().name(),
                        config.gateway().chainId(),
                        signer.address(),
                        config.lane().term()),
                "tx-" + UUID.randomUUID(),
                epoch -> waking(CLAIM, BROADCAST, RECEIPTS, FINALITY).run());
        registry.gauge(
                "relayer_lane_epoch",
                Tags.of("lane", config.lane().name()),
                leader,
                contender -> contender.lease().map(Lease::epoch).orElse(0L));
        dispatcher = new Dispatcher(leader, requests);
        addPreparation(requests, gateway, signer.address());
        addDelivery(gateway, signer);
        notifications.subscribe(Channel.DISPATCH, waking(CLAIM));
    }

    private Runnable waking(String... stages) {
        return () -> dispatcher.wake(stages);
    }

    private void addPreparation(ClaimedRequests requests, Ethereum gateway, Address account) {
        TxConfig.Dispatch pace = config.dispatch();
        Duration idle = pace.idlePoll();
        GatewayContracts contracts = new GatewayContracts(decryption(), inputVerification());
        dispatcher.run(CLAIM, idle, new ClaimStage(requests, pace.batchSize(), waking(READINESS, SUBMISSION)));
        dispatcher.run(
                READINESS,
                idle,
                new ReadinessStage(
                        requests,
                        new ReadinessCheck(hostChains(), gateway, contracts),
                        new ReadinessStage.Pace(
                                pace.batchSize(),
                                pace.readinessRetry(),
                                config.acl().denialGrace()),
                        Clock.systemUTC(),
                        waking(SUBMISSION),
                        this::ended));
        dispatcher.run(
                SUBMISSION,
                idle,
                new SubmissionStage(
                        requests,
                        new Binding(database),
                        new GasEstimator(gateway, contracts, account, pace.gasMargin()),
                        new NonceGuard(new Lanes(database), gateway, account),
                        new SubmissionStage.Pace(
                                pace.batchSize(),
                                pace.refusalRetry(),
                                config.payment().grace()),
                        Clock.systemUTC(),
                        waking(BROADCAST),
                        this::ended));
    }

    private void addDelivery(Ethereum gateway, PrivateKeySigner signer) {
        TxConfig.Dispatch pace = config.dispatch();
        OpenTransactions transactions = new OpenTransactions(database);
        MinedRequests mined = new MinedRequests(
                database, new Completion(config.gateway().contracts().userDecryptSharesThreshold()));
        dispatcher.run(
                BROADCAST,
                BroadcastStage.RETRY,
                new BroadcastStage(
                        transactions,
                        new AttemptSigner(transactions, signer, config.gateway().chainId()),
                        gateway,
                        pace.batchSize(),
                        pace.rebroadcast(),
                        waking(RECEIPTS)));
        dispatcher.run(
                RECEIPTS,
                pace.receiptPoll(),
                new ReceiptStage(
                        transactions,
                        mined,
                        gateway,
                        new GatewayEvents(decryption(), inputVerification()),
                        pace.batchSize(),
                        new ReceiptMetrics(registry),
                        this::ended));
        dispatcher.run(
                FINALITY,
                FINALITY_POLL,
                new FinalityStage(
                        transactions,
                        mined,
                        gateway,
                        new RevertDiagnosis(gateway, signer.address()),
                        config.gateway().finalityDepth(),
                        pace.batchSize(),
                        waking(BROADCAST),
                        this::ended));
    }

    private void ended() {
        notifications.send(Channel.ENDED);
    }

    private Map<BigInteger, ReadinessCheck.HostChain> hostChains() {
        Map<BigInteger, ReadinessCheck.HostChain> chains = new HashMap<>();
        for (TxConfig.HostChain chain : config.hostChains()) {
            chains.put(
                    BigInteger.valueOf(chain.chainId()),
                    new ReadinessCheck.HostChain(
                            reads(chain),
                            new AclCalls(Address.of(chain.aclAddress())),
                            config.gateway().requestTimeout()));
        }
        return chains;
    }

    private ChainReads reads(TxConfig.HostChain chain) {
        return new ChainReads(
                ethereum(chain.chainId(), chain.urls()),
                chain.chainId(),
                // A grant must be seen as soon as it is on the chain: only checks that come together share a head.
                new ReadSettings(
                        Duration.ZERO, config.chainReads().maxCacheSize().asLongValue()),
                registry);
    }

    private Optional<Quota> quota() {
        TxConfig.Quota quota = config.chainReads().quota();
        return quota.requestsPerSecond().isEmpty()
                ? Optional.empty()
                : Optional.of(new Quota(
                        quota.requestsPerSecond().getAsDouble(), quota.burst(), quota.maxWaiting(), quota.maxWait()));
    }

    private Ethereum ethereum(long chainId, List<URI> endpoints) {
        RpcClient client = new RpcClient(
                new RpcSettings(
                        chainId,
                        endpoints,
                        config.gateway().requestTimeout(),
                        config.gateway().maxConcurrentRequests(),
                        MAX_RESPONSE_BYTES,
                        quota()),
                RpcMetrics.of(registry, chainId));
        clients.add(client);
        return new Ethereum(client);
    }

    private Address decryption() {
        return Address.of(config.gateway().contracts().decryptionAddress());
    }

    private Address inputVerification() {
        return Address.of(config.gateway().contracts().inputVerificationAddress());
    }

    void stop(@Observes ShutdownEvent event) {
        dispatcher.close();
        clients.forEach(RpcClient::close);
    }
}
