package org.relayersuite.devnet.actor;

import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.DevnetContracts;

/**
 * The coprocessors of a devnet. Each gives its verdict on every input proof of the gateway, also on those from before it
 * started: it accepts a proof with the {@link InputHandles} made from it, and rejects one that begins with
 * {@link InputHandles#REJECTED_PREFIX}.
 */
public final class Coprocessors implements AutoCloseable {
    private final AnsweringNodes nodes;

    private Coprocessors(AnsweringNodes nodes) {
        this.nodes = nodes;
    }

    /** Starts as many as the contracts know, on the gateway's client, which must stay open until they are closed. */
    public static Coprocessors start(RpcClient gatewayRpc, DevnetContracts contracts, ActorSettings settings) {
        Ethereum gateway = new Ethereum(gatewayRpc);
        long chainId = gateway.chainId();
        return new Coprocessors(new AnsweringNodes(
                "coprocessors",
                gateway,
                contracts.addresses().inputVerification(),
                contracts.settings().coprocessors(),
                settings,
                (number, gate) -> new Answerer(
                        "coprocessor-" + (number + 1),
                        gateway,
                        DevAccount.coprocessorTxSender(number),
                        new Coprocessor(
                                new PrivateKeySigner(
                                        DevAccount.coprocessorSigner(number).key()),
                                chainId,
                                contracts.addresses().inputVerification()),
                        settings.answerDelay(),
                        gate)));
    }

    /** Holds back all answers from now on, except one per coprocessor that may be on its way. */
    public void pauseAnswers() {
        nodes.pauseAnswers();
    }

    /** Sends what was held back, and answers again. */
    public void resumeAnswers() {
        nodes.resumeAnswers();
    }

    @Override
    public void close() {
        nodes.close();
    }
}
