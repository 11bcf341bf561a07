package org.relayersuite.chain.rpc;

import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * A log entry of a contract, as a node gave it: contents are not yet decoded and not to be trusted.
 *
 * @param topics at most four; the first is the event's id unless the event is anonymous
 * @param logIndex place in the block, from 0
 * @param removed whether a reorg has taken the log out of the chain
 */
public record Log(
        Address address,
        List<Hash> topics,
        Bytes data,
        long blockNumber,
        Hash blockHash,
        Hash transactionHash,
        long logIndex,
        boolean removed) {
    public Log {
        topics = List.copyOf(topics);
    }
}
