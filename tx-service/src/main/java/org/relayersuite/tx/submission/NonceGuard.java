package org.relayersuite.tx.submission;

import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.core.Address;
import org.relayersuite.store.dispatch.Lanes;
import org.relayersuite.store.dispatch.Lease;

/**
 * Refuses to bind when the chain has seen more transactions of the account than the lane has bound: then either the
 * account was used by somebody else, or commits of ours were lost with a database. Binding on could put a second
 * transaction on the chain for a request that already has one.
 */
public final class NonceGuard {
    private final Lanes lanes;
    private final Ethereum gateway;
    private final Address account;

    public NonceGuard(Lanes lanes, Ethereum gateway, Address account) {
        this.lanes = lanes;
        this.gateway = gateway;
        this.account = account;
    }

    /**
     * Checks before each batch of bindings: the database may fail over, and the key be used, at any time.
     *
     * @throws IllegalStateException while the chain is ahead of the lane
     */
    void check(Lease lease) {
        long onChain = gateway.transactionCount(account, BlockTag.LATEST);
        long next = lanes.nextNonce(lease.lane()).orElseThrow();
        if (onChain > next) {
            throw new IllegalStateException("lane " + lease.lane() + " would bind nonce " + next
                    + " but its account has sent " + onChain
                    + " transactions: foreign use of the key, or a database that lost commits");
        }
    }
}
