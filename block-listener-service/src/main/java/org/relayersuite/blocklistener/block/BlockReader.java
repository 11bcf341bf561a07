package org.relayersuite.blocklistener.block;

import java.util.Optional;
import java.util.function.Supplier;
import org.relayersuite.chain.rpc.Block;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.core.Hash;

/**
 * Asks once for a whole block. Block and receipts come from one endpoint, and the receipts are asked for by the block's
 * hash: two endpoints, or one endpoint before and after a reorg, give halves that do not belong together.
 */
public final class BlockReader {
    private final Supplier<Ethereum> oneEndpoint;

    /** @param oneEndpoint gives a view of the chain in which every request goes to the same endpoint */
    public BlockReader(Supplier<Ethereum> oneEndpoint) {
        this.oneEndpoint = oneEndpoint;
    }

    /**
     * Empty when the endpoint does not have the block, or not its receipts: which says nothing about the chain.
     *
     * @throws org.relayersuite.blocklistener.failure.InconsistentBlockException when the answers do not fit together
     * @throws org.relayersuite.chain.rpc.RpcException as the chain's client
     */
    Optional<FetchedBlock> byNumber(long number) {
        Ethereum endpoint = oneEndpoint.get();
        return endpoint.block(number).flatMap(block -> withReceipts(endpoint, block));
    }

    /** As {@link #byNumber}. The block need not be on the chain any more: an endpoint may keep orphans. */
    Optional<FetchedBlock> byHash(Hash hash) {
        Ethereum endpoint = oneEndpoint.get();
        return endpoint.block(hash).flatMap(block -> withReceipts(endpoint, block));
    }

    private static Optional<FetchedBlock> withReceipts(Ethereum endpoint, Block block) {
        return endpoint.blockReceipts(block.header().hash()).map(receipts -> {
            BlockConsistency.check(block, receipts);
            return new FetchedBlock(block, receipts);
        });
    }
}
