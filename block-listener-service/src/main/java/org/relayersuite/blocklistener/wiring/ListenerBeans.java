package org.relayersuite.blocklistener.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.relayersuite.blocklistener.publication.Consumer;
import org.relayersuite.broker.RedisStreamPublisher;
import org.relayersuite.broker.Topic;
import org.relayersuite.chain.rpc.RpcClient;

/** What the flow and the health check share. None of these connects to anything before its first use. */
@ApplicationScoped
class ListenerBeans {

    @Produces
    @Singleton
    ListenerSettings settings(ListenerConfig config) {
        return ListenerSettings.of(config);
    }

    @Produces
    @Singleton
    ListenerMetrics metrics(ListenerSettings settings, MeterRegistry registry) {
        return new ListenerMetrics(registry, settings.cursor().chainId());
    }

    @Produces
    @Singleton
    RedisStreamPublisher broker(
            Vertx vertx, ListenerSettings settings, ListenerMetrics metrics, MeterRegistry registry) {
        List<Topic> topics = settings.consumers().stream()
                .flatMap((Consumer consumer) -> Stream.of(consumer.blocks(), consumer.reorgs()))
                .toList();
        return new RedisStreamPublisher(
                vertx,
                settings.broker(),
                new BrokerMetrics(registry, topics, metrics.publishErrors()),
                RandomGenerator.getDefault());
    }

    void closeBroker(@Disposes RedisStreamPublisher broker) {
        broker.close();
    }

    @Produces
    @Singleton
    RpcClient rpc(ListenerSettings settings, MeterRegistry registry) {
        return new RpcClient(
                settings.rpc(), new RpcMetrics(registry, settings.rpc().endpoints()));
    }

    void closeRpc(@Disposes RpcClient rpc) {
        rpc.close();
    }
}
