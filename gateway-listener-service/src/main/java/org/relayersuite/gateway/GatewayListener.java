package org.relayersuite.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.cursor.CursorPosition;
import org.relayersuite.store.fact.GatewayFact;
import org.relayersuite.store.fact.GatewayLedger;
import org.relayersuite.store.fact.UndecodableLog;
import org.relayersuite.store.loop.LoopBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the gateway chain. One pass reads the next blocks above the cursor, checks that each is the child of the one
 * before, and records them; or finds that the cursor's block is no longer on the chain and goes back to the fork.
 *
 * <p>States: at the head; behind it; on an orphaned block. Crash points: anywhere before the ledger's commit nothing has
 * happened, after it all has. Several replicas may do this at once: the ledger lets one of them move the cursor.
 */
final class GatewayListener implements LoopBody {
    private static final Logger log = LoggerFactory.getLogger(GatewayListener.class);

    private final Ethereum gateway;
    private final BlockReader reader;
    private final ChainCursor cursor;
    private final GatewayLedger ledger;
    private final int batchSize;
    private final ListenerMetrics metrics;
    private final Runnable onCompleted;
    private final Runnable onWorked;

    /**
     * @param batchSize how many blocks are read at once and recorded in one transaction
     * @param onCompleted run when requests have been completed
     * @param onWorked run after every pass that kept up with the chain: not while the node fails, lags or withholds
     */
    GatewayListener(
            Ethereum gateway,
            BlockReader reader,
            ChainCursor cursor,
            GatewayLedger ledger,
            int batchSize,
            ListenerMetrics metrics,
            Runnable onCompleted,
            Runnable onWorked) {
        this.gateway = gateway;
        this.reader = reader;
        this.cursor = cursor;
        this.ledger = ledger;
        this.batchSize = batchSize;
        this.metrics = metrics;
        this.onCompleted = onCompleted;
        this.onWorked = onWorked;
    }

    @Override
    public boolean run() throws InterruptedException {
        Optional<CursorPosition> position = cursor.position();
        if (position.isEmpty()) {
            return start();
        }
        CursorPosition from = position.get();
        long head = gateway.blockNumber();
        metrics.heights(from.blockNumber(), head);
        if (head < from.blockNumber()) {
            // A lower head is a node that is behind, not a reorg.
            return false;
        }
        if (head == from.blockNumber()) {
            if (replaced(from)) {
                return goBack(from);
            }
            onWorked.run();
            return false;
        }
        long last = Math.min(head, from.blockNumber() + batchSize);
        List<BlockFacts> blocks = reader.read(from.blockNumber() + 1, last);
        if (blocks.isEmpty()) {
            return false;
        }
        List<BlockFacts> linked = linked(from, blocks);
        if (linked.isEmpty()) {
            return goBack(from);
        }
        record(from, linked);
        onWorked.run();
        return last < head || linked.size() < blocks.size();
    }

    private boolean start() {
        long head = gateway.blockNumber();
        OptionalLong firstAttempt = cursor.firstAttempt();
        long start = firstAttempt.isPresent() ? Math.min(head, firstAttempt.getAsLong()) : head;
        Optional<BlockHeader> header = gateway.header(start);
        header.ifPresent(first -> {
            cursor.start(position(first));
            log.info("Cursor started blockNumber={} blockHash={}", first.number(), first.hash());
        });
        return header.isPresent();
    }

    /** Whether another block stands at the cursor's height now. No child may come for long to tell of it. */
    private boolean replaced(CursorPosition from) {
        return gateway.header(from.blockNumber())
                .filter(header -> !header.hash().equals(from.blockHash()))
                .isPresent();
    }

    /** The blocks that follow {@code from} without a break. A reorg during the reads can leave a later part unlinked. */
    private static List<BlockFacts> linked(CursorPosition from, List<BlockFacts> blocks) {
        List<BlockFacts> linked = new ArrayList<>(blocks.size());
        var parent = from.blockHash();
        for (BlockFacts block : blocks) {
            if (!block.header().parentHash().equals(parent)) {
                break;
            }
            linked.add(block);
            parent = block.header().hash();
        }
        return linked;
    }

    private void record(CursorPosition from, List<BlockFacts> blocks) {
        List<CursorPosition> passed =
                blocks.stream().map(block -> position(block.header())).toList();
        List<GatewayFact> facts =
                blocks.stream().flatMap(block -> block.facts().stream()).toList();
        List<UndecodableLog> undecodable =
                blocks.stream().flatMap(block -> block.undecodable().stream()).toList();
        GatewayLedger.Recorded recorded = ledger.record(from, passed, facts, undecodable);
        if (!recorded.moved()) {
            log.debug("Another replica moved the cursor blockNumber={}", from.blockNumber());
            return;
        }
        metrics.recorded(recorded);
        if (recorded.completed() > 0) {
            onCompleted.run();
        }
    }

    private boolean goBack(CursorPosition from) {
        Optional<CursorPosition> fork = fork(from);
        if (fork.isEmpty()) {
            return false;
        }
        GatewayLedger.Rewound rewound = ledger.rewind(from, fork.get());
        if (rewound.moved()) {
            metrics.reorg(rewound.orphanedBlocks());
            log.warn(
                    "Reorg of the gateway chain: went back blockNumber={} blockHash={} orphaned={}",
                    fork.get().blockNumber(),
                    fork.get().blockHash(),
                    rewound.orphanedBlocks());
            rewound.endedRequests()
                    .forEach(id ->
                            log.error("Reorg orphaned the block that a request had ended on transactionId={}", id));
        }
        return true;
    }

    /**
     * The highest block that the cursor has passed and the chain still has; below all that it ever passed, the chain's
     * own block. Empty when the node cannot tell now.
     *
     * @throws IllegalStateException when the reorg is deeper than the cursor remembers
     */
    private Optional<CursorPosition> fork(CursorPosition from) {
        long lowest = cursor.lowestRemembered().orElse(from.blockNumber() + 1);
        for (long height = from.blockNumber(); ; height--) {
            Optional<BlockHeader> theirs = gateway.header(height);
            if (theirs.isEmpty()) {
                return Optional.empty();
            }
            if (height < lowest) {
                if (from.blockNumber() - height >= ChainCursor.REMEMBERED_BLOCKS) {
                    throw new IllegalStateException(
                            "the gateway chain has no block in common with the cursor down to height " + height
                                    + "; an operator must set the cursor");
                }
                // Nothing was ever read below: going on from here takes back all that was read.
                return Optional.of(position(theirs.get()));
            }
            Optional<CursorPosition> ours = cursor.remembered(height);
            if (ours.isPresent() && theirs.get().hash().equals(ours.get().blockHash())) {
                // The cursor's own block is on the chain after all: two reads of one pass saw different forks.
                return height == from.blockNumber() ? Optional.empty() : ours;
            }
        }
    }

    private static CursorPosition position(BlockHeader header) {
        return new CursorPosition(header.number(), header.hash(), header.timestamp());
    }
}
