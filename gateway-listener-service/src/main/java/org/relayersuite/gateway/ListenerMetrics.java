package org.relayersuite.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.atomic.AtomicLong;
import org.relayersuite.store.fact.GatewayLedger;

/** What the listener tells about itself, from the start, so that the first change of each is visible. */
final class ListenerMetrics {
    private final AtomicLong cursorHeight = new AtomicLong();
    private final AtomicLong chainHeight = new AtomicLong();
    private final Counter facts;
    private final Counter foreign;
    private final Counter completed;
    private final Counter reorgs;
    private final Counter orphaned;
    private final Counter undecodable;

    ListenerMetrics(MeterRegistry registry, long chainId) {
        Tags chain = Tags.of("chain_id", Long.toString(chainId));
        registry.gauge("relayer_gateway_cursor_block_number", chain, cursorHeight);
        registry.gauge("relayer_gateway_chain_height_block_number", chain, chainHeight);
        facts = registry.counter("relayer_gateway_facts_total", chain.and("origin", "ours"));
        foreign = registry.counter("relayer_gateway_facts_total", chain.and("origin", "foreign"));
        completed = registry.counter("relayer_gateway_completed_total", chain);
        reorgs = registry.counter("relayer_gateway_reorgs_total", chain);
        orphaned = registry.counter("relayer_gateway_orphaned_blocks_total", chain);
        undecodable = registry.counter("relayer_gateway_undecodable_logs_total", chain);
    }

    void heights(long cursor, long chain) {
        cursorHeight.set(cursor);
        chainHeight.set(chain);
    }

    void recorded(GatewayLedger.Recorded recorded) {
        facts.increment(recorded.stored());
        foreign.increment(recorded.foreign());
        completed.increment(recorded.completed());
    }

    void reorg(int orphanedBlocks) {
        reorgs.increment();
        orphaned.increment(orphanedBlocks);
    }

    Counter undecodable() {
        return undecodable;
    }
}
