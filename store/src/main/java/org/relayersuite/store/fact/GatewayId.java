package org.relayersuite.store.fact;

import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

/**
 * The gateway's id of a request. Ids of different contracts are different things even when the numbers are equal.
 *
 * @param contract the contract that gave the id
 * @param referenceId the uint256 id as 32 bytes, big-endian
 */
public record GatewayId(Address contract, Bytes referenceId) implements Comparable<GatewayId> {

    /** The text under which all who touch this id take the same lock. */
    String lockKey() {
        return contract + ":" + referenceId.toBareHex();
    }

    @Override
    public int compareTo(GatewayId other) {
        return lockKey().compareTo(other.lockKey());
    }
}
