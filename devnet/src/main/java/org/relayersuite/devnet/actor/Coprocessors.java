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
public final class Coprocessors extends AnsweringNodes {
    private Coprocessors(Ethereum gateway, long chainId, DevnetContracts contracts, ActorSettings settings) {
        super(
                gateway,
                contracts.addresses().inputVerification(),
                new Members("coprocessor", contracts.settings().coprocessors()),
                DevAccount::coprocessorTxSender,
                number -> new Coprocessor(
                        new PrivateKeySigner(
                                DevAccount.coprocessorSigner(number).key()),
                        chainId,
                        contracts.addresses().inputVerification(),
                        contracts.addresses().acl()),
                settings);
    }

    /** Starts as many as the contracts know, on the gateway's client, which must stay open until they are closed. */
    public static Coprocessors start(RpcClient gatewayRpc, DevnetContracts contracts, ActorSettings settings) {
        Ethereum gateway = new Ethereum(gatewayRpc);
        return new Coprocessors(gateway, gateway.chainId(), contracts, settings);
    }
}
