package org.relayersuite.blocklistener.cursor;

import java.util.Optional;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.failure.ChainHeightException;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcException;

/** Asks the chain where it stands, once; the flow's next pass asks again. */
public final class ChainHead {
    private final Ethereum chain;

    public ChainHead(Ethereum chain) {
        this.chain = chain;
    }

    /** The number of the newest block, as far as the endpoint that answers knows. */
    public long number() {
        try {
            return chain.blockNumber();
        } catch (RpcException e) {
            throw new ChainHeightException("no endpoint tells the chain's height", e);
        }
    }

    /** What the chain has at {@code number} now; empty when the endpoint that answers does not have it. */
    public Optional<BlockRef> at(long number) {
        try {
            return chain.header(number).map(BlockRef::of);
        } catch (RpcException e) {
            throw new BlockFetchException("no endpoint tells the header of block " + number, e);
        }
    }
}
