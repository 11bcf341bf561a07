package org.relayersuite.devnet.actor;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.HeadSubscription;
import org.relayersuite.core.Address;
import org.relayersuite.store.loop.SupervisedLoop;

/** Nodes that all see the requests of one contract and answer each for itself. */
final class AnsweringNodes implements AutoCloseable {
    private final Gate gate = new Gate();
    private final List<Answerer> nodes;
    private final SupervisedLoop watching;
    private final Optional<HeadSubscription> heads;

    /** Makes node {@code number}, which passes its answers through {@code gate}. */
    @FunctionalInterface
    interface NodeFactory {
        Answerer create(int number, Gate gate);
    }

    AnsweringNodes(
            String name, Ethereum gateway, Address contract, int count, ActorSettings settings, NodeFactory factory) {
        this.nodes = IntStream.range(0, count)
                .mapToObj(number -> factory.create(number, gate))
                .toList();
        RequestWatcher watcher = new RequestWatcher(gateway, contract, this::hand);
        this.watching = SupervisedLoop.start(name, settings.pollInterval(), watcher::readNext);
        this.heads = settings.gatewayWebSocket().map(webSocket -> new HeadSubscription(webSocket, watching::wake));
    }

    private void hand(GatewayRequest request) {
        nodes.forEach(node -> node.enqueue(request));
    }

    void pauseAnswers() {
        gate.close();
    }

    void resumeAnswers() {
        gate.open();
    }

    @Override
    public void close() {
        heads.ifPresent(HeadSubscription::close);
        watching.close();
        nodes.forEach(Answerer::close);
    }
}
