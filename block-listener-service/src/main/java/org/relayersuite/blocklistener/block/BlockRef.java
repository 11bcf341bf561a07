package org.relayersuite.blocklistener.block;

import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.core.Hash;

/** A block's identity and its link to the block below: all that the ledger keeps of it. */
public record BlockRef(long number, Hash hash, Hash parentHash) {

    public static BlockRef of(BlockHeader header) {
        return new BlockRef(header.number(), header.hash(), header.parentHash());
    }

    /** Whether this block stands directly on {@code below}. */
    public boolean follows(BlockRef below) {
        return number == below.number + 1 && parentHash.equals(below.hash);
    }
}
