package org.relayersuite.devnet.actor;

import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.DevnetContracts;

/**
 * The KMS nodes of a devnet. Each answers every decryption request of the gateway, also those from before it started, by
 * itself and with its own key.
 *
 * <p>A public decryption gets the {@link ClearValues} of its handles. A user decryption gets a share of each node, which
 * is the same for the same request. A unified request gets an answer only if its user has signed it with an ordinary
 * key; signatures of contract wallets are not asked for.
 */
public final class KmsNodes implements AutoCloseable {
    private final AnsweringNodes nodes;

    private KmsNodes(AnsweringNodes nodes) {
        this.nodes = nodes;
    }

    /** Starts as many nodes as the contracts know, on the gateway's client, which must stay open until they are closed. */
    public static KmsNodes start(RpcClient gatewayRpc, DevnetContracts contracts, ActorSettings settings) {
        Ethereum gateway = new Ethereum(gatewayRpc);
        long chainId = gateway.chainId();
        return new KmsNodes(new AnsweringNodes(
                "kms-nodes",
                gateway,
                contracts.addresses().decryption(),
                contracts.settings().kmsNodes(),
                settings,
                (number, gate) -> new Answerer(
                        "kms-node-" + (number + 1),
                        gateway,
                        DevAccount.kmsTxSender(number),
                        new KmsNode(
                                new PrivateKeySigner(
                                        DevAccount.kmsSigner(number).key()),
                                chainId,
                                contracts.addresses().decryption()),
                        settings.answerDelay(),
                        gate)));
    }

    /** Holds back all answers from now on, except one per node that may be on its way. */
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
