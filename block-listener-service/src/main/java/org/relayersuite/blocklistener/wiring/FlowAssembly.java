package org.relayersuite.blocklistener.wiring;

import java.util.function.LongSupplier;
import org.relayersuite.blocklistener.block.BlockFetch;
import org.relayersuite.blocklistener.block.BlockReader;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.cursor.ChainHead;
import org.relayersuite.blocklistener.cursor.LiveCursor;
import org.relayersuite.blocklistener.flow.ChainFlow;
import org.relayersuite.blocklistener.publication.BlockPublisher;
import org.relayersuite.blocklistener.reorg.Backtrack;
import org.relayersuite.broker.RedisStreamPublisher;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.store.sql.Database;

/** Puts the parts of a chain's flow together. */
public final class FlowAssembly {
    private static final LongSupplier NANO_CLOCK = System::nanoTime;

    private FlowAssembly() {}

    /** Starts the flow; the caller closes it, and what it was given only after that. */
    public static ChainFlow start(
            ListenerSettings settings,
            Database database,
            RedisStreamPublisher broker,
            RpcClient rpc,
            ListenerMetrics metrics) {
        long chainId = settings.cursor().chainId();
        ChainHead head = new ChainHead(new Ethereum(rpc));
        BlockReader reader = new BlockReader(() -> new Ethereum(rpc.pinned()));
        BlockFetch fetch = new BlockFetch(reader, settings.pauses(), NANO_CLOCK, metrics);
        BlockPublisher publisher = new BlockPublisher(broker, chainId, settings.consumers());
        LiveCursor cursor = new LiveCursor(settings.cursor(), head, fetch, publisher, NANO_CLOCK, metrics);
        Backtrack backtrack = new Backtrack(
                chainId, fetch, number -> head.at(number).map(BlockRef::hash), publisher, settings.reorgBlockLimit());
        return ChainFlow.start(settings.flow(), database, cursor, backtrack, metrics);
    }
}
