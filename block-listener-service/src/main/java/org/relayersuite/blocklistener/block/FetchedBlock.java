package org.relayersuite.blocklistener.block;

import java.util.List;
import org.relayersuite.chain.rpc.Block;
import org.relayersuite.chain.rpc.Receipt;

/**
 * A whole block, checked: see {@link BlockConsistency}.
 *
 * @param receipts one for each transaction, in the same order
 */
public record FetchedBlock(Block block, List<Receipt> receipts) {
    public FetchedBlock {
        receipts = List.copyOf(receipts);
    }

    public BlockRef ref() {
        return BlockRef.of(block.header());
    }
}
