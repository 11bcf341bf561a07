package org.relayersuite.blocklistener.cursor;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.relayersuite.blocklistener.block.BlockFetch;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.block.FetchedBlock;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.ledger.BlockLedger;
import org.relayersuite.blocklistener.publication.BlockPublisher;
import org.relayersuite.blocklistener.publication.Flow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the ledger by what the chain has above it (spec/listener.md 1.2). Every block is published before it is
 * committed: a crash between the two publishes it again, and never leaves it out.
 */
public final class LiveCursor {
    private static final Logger log = LoggerFactory.getLogger(LiveCursor.class);

    private final CursorSettings settings;
    private final ChainHead chain;
    private final BlockFetch fetch;
    private final BlockPublisher publisher;
    private final LongSupplier nanoClock;
    private final CursorObserver observer;

    /** @param nanoClock monotonic, in nanoseconds */
    public LiveCursor(
            CursorSettings settings,
            ChainHead chain,
            BlockFetch fetch,
            BlockPublisher publisher,
            LongSupplier nanoClock,
            CursorObserver observer) {
        this.settings = settings;
        this.chain = chain;
        this.fetch = fetch;
        this.publisher = publisher;
        this.nanoClock = nanoClock;
        this.observer = observer;
    }

    /**
     * Publishes and commits the next range of blocks, or as much of it as stands on the ledger.
     *
     * @throws org.relayersuite.blocklistener.failure.ListenerException when the pass was broken off; blocks before that
     *     are committed
     */
    public Pass pass(BlockLedger ledger) throws InterruptedException {
        observer.passStarted();
        Optional<BlockRef> tip = ledger.tip();
        tip.ifPresent(block -> observer.tipAt(block.number()));
        long head = chain.number();
        observer.headRead(head);
        long first;
        if (tip.isPresent()) {
            first = tip.get().number() + 1;
        } else {
            first = settings.start().number(head);
            if (first > head) {
                return new Pass.UpToDate();
            }
            tip = anchor(first, ledger);
        }
        Optional<BlockRange> range = BlockRange.next(first, head, settings.rangeSize());
        if (range.isEmpty()) {
            return new Pass.UpToDate();
        }
        return walk(range.get(), tip, head, ledger);
    }

    /**
     * Writes down what the first block stands on. Without that, a crash after the first publish would let a start at
     * the current head begin anew at a later head, and leave out what lies between. Genesis stands on nothing, and its
     * number is configured, hence the same after a crash.
     */
    private Optional<BlockRef> anchor(long first, BlockLedger ledger) {
        if (first == 0) {
            return Optional.empty();
        }
        Optional<BlockRef> anchor = chain.at(first - 1);
        if (anchor.isEmpty()) {
            throw new BlockFetchException(
                    "no endpoint has block " + (first - 1) + ", on which the first one stands", null);
        }
        ledger.append(anchor.get());
        log.info("Chain is followed for the first time chainId={} blockNumber={}", settings.chainId(), first);
        return anchor;
    }

    private Pass walk(BlockRange range, Optional<BlockRef> tip, long head, BlockLedger ledger)
            throws InterruptedException {
        long start = nanoClock.getAsLong();
        Optional<BlockRef> below = tip;
        try (BlockSlots<FetchedBlock> slots =
                new BlockSlots<>(range, settings.maxParallelRequests(), fetch::byNumber)) {
            while (slots.hasNext()) {
                FetchedBlock fetched = slots.next();
                BlockRef block = fetched.ref();
                if (below.isPresent() && !block.follows(below.get())) {
                    return new Pass.Forked(block);
                }
                publisher.block(Flow.LIVE, fetched);
                ledger.append(block);
                observer.tipAt(block.number());
                below = Optional.of(block);
            }
            return new Pass.Advanced(range.last() < head);
        } finally {
            observer.rangeWalked(Duration.ofNanos(nanoClock.getAsLong() - start));
        }
    }
}
