package org.relayersuite.blocklistener.publication;

import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.core.Hash;

/** A block as a reorg notice names it. */
public record BlockNumberAndHash(long number, Hash hash) {

    public static BlockNumberAndHash of(BlockRef block) {
        return new BlockNumberAndHash(block.number(), block.hash());
    }
}
