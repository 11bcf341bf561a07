package org.relayersuite.blocklistener.reorg;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.relayersuite.blocklistener.block.BlockFetch;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.block.FetchedBlock;
import org.relayersuite.blocklistener.ledger.BlockLedger;
import org.relayersuite.blocklistener.publication.BlockNumberAndHash;
import org.relayersuite.blocklistener.publication.BlockPublisher;
import org.relayersuite.blocklistener.publication.Flow;
import org.relayersuite.blocklistener.publication.ReorgNotice;
import org.relayersuite.core.Hash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves consumers and ledger to the branch that a block stands on (spec/listener.md 1.7, A5). The ledger changes last
 * and in one transaction: a crash before that repeats the walk and its messages, and loses nothing.
 *
 * <p>Order of what a consumer sees: the notice, the newest block (LIVE), then the ones below it downwards (REORGED). A
 * consumer that keeps blocks by hash and follows parent hashes from the latest LIVE block has the chain, also when a
 * branch is given up half-way: every block that a published one stands on is published, too.
 */
public final class Backtrack {
    private static final Logger log = LoggerFactory.getLogger(Backtrack.class);

    private final long chainId;
    private final BlockFetch fetch;
    private final LongFunction<Optional<Hash>> hashAt;
    private final BlockPublisher publisher;
    private final Duration limitPerBlock;

    /**
     * @param hashAt the hash of the block that the chain has at a height now; empty when it has none
     * @param limitPerBlock how long a block of the branch is asked for; a branch may be gone before it is walked
     */
    public Backtrack(
            long chainId,
            BlockFetch fetch,
            LongFunction<Optional<Hash>> hashAt,
            BlockPublisher publisher,
            Duration limitPerBlock) {
        this.chainId = chainId;
        this.fetch = fetch;
        this.hashAt = hashAt;
        this.publisher = publisher;
        this.limitPerBlock = limitPerBlock;
    }

    /**
     * Returns the number of blocks that {@code newest}'s branch has above the fork point, or empty when {@code newest}
     * is not on the chain any more: then nothing was done, and the head has to be read again.
     *
     * @throws org.relayersuite.blocklistener.failure.ListenerException when it cannot be finished; the ledger is as it
     *     was
     */
    public OptionalLong to(BlockRef newest, BlockLedger ledger) throws InterruptedException {
        ForkSearch search =
                new ForkSearch(hash -> fetch.byHash(hash, limitPerBlock).ref(), ledger::canonical);
        Branch branch = search.from(newest, ledger.lowest().orElse(newest.number()));
        // Asked after the walk, not before: a walk takes its time, and an endpoint on a fork of its own, or the block
        // of
        // an older reorg, must not move the consumers.
        if (!hashAt.apply(newest.number()).equals(Optional.of(newest.hash()))) {
            log.info(
                    "Reorg given up, its newest block has left the chain chainId={} blockNumber={} blockHash={}",
                    chainId,
                    newest.number(),
                    newest.hash());
            return OptionalLong.empty();
        }
        ledger.refuseToReplaceFinal(branch.blocks());
        publish(branch, ledger);
        ledger.adopt(branch.blocks());
        return OptionalLong.of(branch.blocks().size());
    }

    private void publish(Branch branch, BlockLedger ledger) throws InterruptedException {
        // The ledger's lowest block was never published, and neither is what takes its place.
        long unpublished = ledger.lowest().orElse(branch.commonAncestor().number());
        List<BlockRef> orphaned =
                above(unpublished, ledger.canonicalAbove(branch.commonAncestor().number()));
        List<BlockRef> adopted = above(unpublished, branch.blocks());
        log.info(
                "Reorg found chainId={} blockNumber={} blockHash={} commonAncestor={} orphaned={} adopted={}",
                chainId,
                branch.newest().number(),
                branch.newest().hash(),
                branch.commonAncestor().number(),
                orphaned.size(),
                adopted.size());
        publisher.notice(
                new ReorgNotice(chainId, branch.commonAncestor(), identities(orphaned), identities(adopted)),
                branch.newest());
        for (BlockRef block : adopted.reversed()) {
            FetchedBlock fetched = fetch.byHash(block.hash(), limitPerBlock);
            publisher.block(block.equals(branch.newest()) ? Flow.LIVE : Flow.REORGED, fetched);
        }
    }

    private static List<BlockRef> above(long number, List<BlockRef> blocks) {
        return blocks.stream().filter(block -> block.number() > number).toList();
    }

    private static List<BlockNumberAndHash> identities(List<BlockRef> blocks) {
        return blocks.stream().map(BlockNumberAndHash::of).toList();
    }
}
