package org.relayersuite.blocklistener.flow;

import java.util.OptionalLong;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.cursor.LiveCursor;
import org.relayersuite.blocklistener.cursor.Pass;
import org.relayersuite.blocklistener.failure.ListenerException;
import org.relayersuite.blocklistener.failure.Verdict;
import org.relayersuite.blocklistener.ledger.BlockLedger;
import org.relayersuite.blocklistener.ledger.ChainSession;
import org.relayersuite.blocklistener.reorg.Backtrack;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.sql.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one chain, or stands by while another replica does. Cursor and backtrack share one lock, so that nothing is
 * appended while a reorg is walked back (spec/listener.md 1.4, A3).
 */
public final class ChainFlow implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ChainFlow.class);

    private final FlowSettings settings;
    private final Database database;
    private final LiveCursor cursor;
    private final Backtrack backtrack;
    private final FlowObserver observer;
    private final SupervisedLoop loop;
    private ChainSession session;
    private boolean heldBefore;
    private volatile boolean stopping;

    private ChainFlow(
            FlowSettings settings, Database database, LiveCursor cursor, Backtrack backtrack, FlowObserver observer) {
        this.settings = settings;
        this.database = database;
        this.cursor = cursor;
        this.backtrack = backtrack;
        this.observer = observer;
        this.loop = SupervisedLoop.start("live-cursor-" + settings.chainId(), settings.pause(), this::run);
    }

    /** Starts to follow the chain as soon as the lock is free. */
    public static ChainFlow start(
            FlowSettings settings, Database database, LiveCursor cursor, Backtrack backtrack, FlowObserver observer) {
        return new ChainFlow(settings, database, cursor, backtrack, observer);
    }

    private boolean run() throws InterruptedException {
        try {
            ChainSession present = session();
            boolean holds = present.tryLock();
            noteHolding(holds);
            return holds && present.whileHeld(() -> pass(present));
        } catch (ListenerException e) {
            if (stopping) {
                return false;
            }
            observer.failed(Verdict.of(e));
            noteHolding(isHeld());
            throw e;
        }
    }

    private boolean pass(ChainSession held) throws InterruptedException {
        BlockLedger ledger = new BlockLedger(held, settings.chainId());
        return switch (cursor.pass(ledger)) {
            case Pass.UpToDate _ -> false;
            case Pass.Advanced advanced -> advanced.behind();
            case Pass.Forked forked -> walkBack(forked.block(), ledger);
        };
    }

    private boolean walkBack(BlockRef block, BlockLedger ledger) throws InterruptedException {
        OptionalLong depth = backtrack.to(block, ledger);
        if (depth.isEmpty()) {
            // An endpoint that contradicts the others may go on doing so: not asked again without a pause.
            return false;
        }
        observer.reorged();
        log.info(
                "Reorg walked back chainId={} blockNumber={} blockHash={} depth={}",
                settings.chainId(),
                block.number(),
                block.hash(),
                depth.getAsLong());
        return true;
    }

    private synchronized ChainSession session() {
        if (session == null || session.ended()) {
            session = ChainSession.open(database, settings.lockName(), settings.idleLimit());
            if (stopping) {
                session.close();
            }
        }
        return session;
    }

    private synchronized boolean isHeld() {
        return session != null && session.holds();
    }

    private void noteHolding(boolean holds) {
        observer.holding(holds);
        if (holds != heldBefore) {
            heldBefore = holds;
            log.info(
                    holds
                            ? "Chain is worked on by this replica chainId={}"
                            : "Chain was lost by this replica chainId={}",
                    settings.chainId());
        }
    }

    /**
     * Stops at once and frees the chain for another replica. What was published and not committed will be published
     * again.
     */
    @Override
    public void close() {
        stopping = true;
        synchronized (this) {
            if (session != null) {
                session.close();
            }
        }
        loop.close();
        observer.holding(false);
    }
}
