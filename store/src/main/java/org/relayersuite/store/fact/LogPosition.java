package org.relayersuite.store.fact;

import org.relayersuite.core.Hash;

/** Where on the chain a fact was read. The block's hash identifies it; the number only orders. */
public record LogPosition(long blockNumber, Hash blockHash, long logIndex, Hash txHash) {}
