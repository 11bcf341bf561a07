package org.relayersuite.tx.delivery;

import java.math.BigInteger;
import org.relayersuite.chain.rpc.FeeSuggestion;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.chain.signing.SignedTransaction;
import org.relayersuite.chain.signing.UnsignedTransaction;
import org.relayersuite.core.Bytes;
import org.relayersuite.store.dispatch.Attempt;
import org.relayersuite.store.dispatch.BoundTransaction;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.OpenTransactions;

/** Gives a bound transaction its first signed form, and stores it before anybody may send it. */
public final class AttemptSigner {
    /** The base fee can grow by an eighth a block: twice the present one lasts for six full blocks. */
    private static final BigInteger BASE_FEE_HEADROOM = BigInteger.TWO;

    private final OpenTransactions transactions;
    private final PrivateKeySigner signer;
    private final long chainId;

    public AttemptSigner(OpenTransactions transactions, PrivateKeySigner signer, long chainId) {
        this.transactions = transactions;
        this.signer = signer;
        this.chainId = chainId;
    }

    /**
     * Signs and stores.
     *
     * @param fees what the node asks for now
     * @return the bytes to send
     * @throws org.relayersuite.store.dispatch.FencedOutException when the lane has a new leader: nothing is stored, and
     *     the bytes are gone with this call
     */
    Bytes signAndStore(Lease lease, BoundTransaction bound, FeeSuggestion fees) {
        BigInteger maxFee = fees.baseFee().multiply(BASE_FEE_HEADROOM).add(fees.priorityFee());
        SignedTransaction signed = signer.sign(new UnsignedTransaction(
                chainId, bound.nonce(), bound.to(), bound.calldata(), bound.gasLimit(), maxFee, fees.priorityFee()));
        transactions.store(
                lease,
                new Attempt(bound.id(), signed.hash(), signed.raw(), maxFee, fees.priorityFee(), fees.blockNumber()));
        return signed.raw();
    }
}
