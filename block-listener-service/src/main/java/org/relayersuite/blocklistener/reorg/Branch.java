package org.relayersuite.blocklistener.reorg;

import java.util.List;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.publication.BlockNumberAndHash;

/**
 * The part of the chain that is not what the ledger has.
 *
 * @param commonAncestor what the branch stands on: the fork point, or, below the ledger's lowest block, whatever is there
 * @param blocks ascending, linked, at least one; the last one is where the difference was noticed
 */
public record Branch(BlockNumberAndHash commonAncestor, List<BlockRef> blocks) {
    public Branch {
        blocks = List.copyOf(blocks);
    }

    public BlockRef newest() {
        return blocks.getLast();
    }
}
