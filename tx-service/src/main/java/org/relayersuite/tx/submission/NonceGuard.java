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
    private volatile long checkedEpoch;

    public NonceGuard(Lanes lanes, Ethereum gateway, Address account) {
        this.lanes = lanes;
        this.gateway = gateway;
        this.account = account;
    }

    /**
     * Checks once an epoch, before its first binding.
     *
     * @throws IllegalStateException while the chain is ahead of the lane
     */
    void check(Lease lease) {
        if (checkedEpoch == lease.epoch()) {
            return;
        }
        long onChain = gateway.transactionCount(account, BlockTag.LATEST);
        long next = lanes.nextNonce(lease.lane()).orElseThrow();
        if (onChain > next) {
            throw new IllegalStateException("lane " + lease.lane() + " would bind nonce " + next
                    + " but its account has sent " + onChain
                    + " transactions: foreign use of the key, or a database that lost commits");
        }
        checkedEpoch = lease.epoch();
    }
}
