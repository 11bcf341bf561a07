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
public final class KmsNodes extends AnsweringNodes {
    private KmsNodes(Ethereum gateway, long chainId, DevnetContracts contracts, ActorSettings settings) {
        super(
                gateway,
                contracts.addresses().decryption(),
                new Members("kms-node", contracts.settings().kmsNodes()),
                DevAccount::kmsTxSender,
                number -> new KmsNode(
                        new PrivateKeySigner(DevAccount.kmsSigner(number).key()),
                        chainId,
                        contracts.addresses().decryption()),
                settings);
    }

    /** Starts as many nodes as the contracts know, on the gateway's client, which must stay open until they are closed. */
    public static KmsNodes start(RpcClient gatewayRpc, DevnetContracts contracts, ActorSettings settings) {
        Ethereum gateway = new Ethereum(gatewayRpc);
        return new KmsNodes(gateway, gateway.chainId(), contracts, settings);
    }
}
