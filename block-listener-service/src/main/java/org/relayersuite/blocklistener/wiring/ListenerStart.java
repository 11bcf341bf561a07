package org.relayersuite.blocklistener.wiring;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.relayersuite.blocklistener.flow.ChainFlow;
import org.relayersuite.broker.RedisStreamPublisher;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.store.sql.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the flow with the service and stops it with the service. Health and metrics are served before that. */
@ApplicationScoped
class ListenerStart {
    private static final Logger log = LoggerFactory.getLogger(ListenerStart.class);

    private final ListenerSettings settings;
    private final ListenerMetrics metrics;
    private final Database database;
    private final RedisStreamPublisher broker;
    private final RpcClient rpc;
    private ChainFlow flow;

    ListenerStart(
            ListenerSettings settings,
            ListenerMetrics metrics,
            Database database,
            RedisStreamPublisher broker,
            RpcClient rpc) {
        this.settings = settings;
        this.metrics = metrics;
        this.database = database;
        this.broker = broker;
        this.rpc = rpc;
    }

    void start(@Observes StartupEvent event) {
        log.info(
                "Following a chain chainId={} consumers={} broker={}",
                settings.cursor().chainId(),
                settings.consumers().size(),
                settings.broker().endpoint());
        flow = FlowAssembly.start(settings, database, broker, rpc, metrics);
    }

    void stop(@Observes ShutdownEvent event) {
        if (flow != null) {
            flow.close();
        }
    }
}
