package org.relayersuite.store.fact;

import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * A log of a gateway contract under a known event's topic with data that is not that event's.
 *
 * @param reason what was wrong with it
 */
public record UndecodableLog(Address contract, List<Hash> topics, Bytes data, LogPosition position, String reason) {
    public UndecodableLog {
        topics = List.copyOf(topics);
    }
}
