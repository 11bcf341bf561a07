package org.relayersuite.devnet.actor;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.HeadSubscription;
import org.relayersuite.core.Address;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.store.loop.SupervisedLoop;

/** Nodes that all see the requests of one gateway contract, and answer each for itself. */
public abstract sealed class AnsweringNodes implements AutoCloseable permits KmsNodes, Coprocessors {
    private final Gate gate = new Gate();
    private final List<Answerer> nodes;
    private final SupervisedLoop watching;
    private final Optional<HeadSubscription> heads;

    /**
     * @param accounts from which account node {@code n}, counted from 0, sends its answers
     * @param answers what node {@code n} answers
     */
    AnsweringNodes(
            Ethereum gateway,
            Address contract,
            Members members,
            IntFunction<DevAccount> accounts,
            IntFunction<Answerer.Node> answers,
            ActorSettings settings) {
        this.nodes = IntStream.range(0, members.count())
                .mapToObj(number -> new Answerer(
                        members.name() + "-" + (number + 1),
                        gateway,
                        accounts.apply(number),
                        answers.apply(number),
                        settings.answerDelay(),
                        gate))
                .toList();
        RequestWatcher watcher =
                new RequestWatcher(gateway, contract, request -> nodes.forEach(node -> node.enqueue(request)));
        this.watching = SupervisedLoop.start(members.name() + "-watch", settings.pollInterval(), watcher::readNext);
        this.heads = settings.gatewayWebSocket().map(webSocket -> new HeadSubscription(webSocket, watching::wake));
    }

    /** How many nodes there are, and what one is called in logs. */
    record Members(String name, int count) {}

    /** Holds back all answers from now on, except one per node that may be on its way. */
    public void pauseAnswers() {
        gate.close();
    }

    /** Sends what was held back, and answers again. */
    public void resumeAnswers() {
        gate.open();
    }

    /** Stops watching and answering. What is due is not answered any more. */
    @Override
    public void close() {
        heads.ifPresent(HeadSubscription::close);
        watching.close();
        nodes.forEach(Answerer::close);
    }
}
