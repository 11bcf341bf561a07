package org.relayersuite.tx.delivery;

import org.relayersuite.chain.gateway.RevertReason;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Address;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.store.dispatch.OpenTransactions.Mined;

/** Finds out why a mined transaction reverted: a receipt does not tell, running it again does. */
public final class RevertDiagnosis {
    private static final Cause UNEXPLAINED =
            new Cause(ErrorLabel.INTERNAL_SERVER_ERROR, "the transaction reverted on the gateway");

    private final Ethereum gateway;
    private final Address account;

    public RevertDiagnosis(Ethereum gateway, Address account) {
        this.gateway = gateway;
        this.account = account;
    }

    /** What a client is told. */
    record Cause(ErrorLabel label, String reason) {}

    /**
     * Runs the transaction's call again, on the present state.
     *
     * @throws org.relayersuite.chain.rpc.RpcTransportException when the gateway does not answer: ask again later
     */
    Cause of(Mined transaction) {
        try {
            gateway.estimateGas(account, transaction.to(), transaction.calldata());
            return UNEXPLAINED;
        } catch (RpcErrorException refused) {
            return RevertReason.of(refused)
                    .map(reason ->
                            new Cause(reason.label(), "the transaction reverted on the gateway: " + reason.name()))
                    .orElse(UNEXPLAINED);
        }
    }
}
