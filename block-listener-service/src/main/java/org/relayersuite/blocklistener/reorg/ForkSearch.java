package org.relayersuite.blocklistener.reorg;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.failure.InconsistentBlockException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.blocklistener.publication.BlockNumberAndHash;
import org.relayersuite.core.Hash;

/**
 * Walks down from a block by parent hashes until the ledger agrees (spec/listener.md 1.7). By hash, because a number
 * names another block after the next reorg. Changes nothing.
 */
public final class ForkSearch {
    private final BlockByHash byHash;
    private final LongFunction<Optional<BlockRef>> canonical;

    /** Gets a block's number and links by its hash. */
    @FunctionalInterface
    public interface BlockByHash {
        BlockRef get(Hash hash) throws InterruptedException;
    }

    /** @param canonical what the ledger believes to be on the chain at a height */
    public ForkSearch(BlockByHash byHash, LongFunction<Optional<BlockRef>> canonical) {
        this.byHash = byHash;
        this.canonical = canonical;
    }

    /**
     * @param newest a block whose parent is not what the ledger has below it
     * @param lowest the ledger's lowest height, where the walk ends at the latest: nothing was published below it
     * @throws InconsistentBlockException when the answers of the chain do not link
     * @throws InvariantViolationException when even the genesis block is another
     */
    public Branch from(BlockRef newest, long lowest) throws InterruptedException {
        Deque<BlockRef> branch = new ArrayDeque<>(List.of(newest));
        BlockRef reached = newest;
        while (reached.number() > lowest && !agrees(reached)) {
            BlockRef parent = byHash.get(reached.parentHash());
            if (!parent.hash().equals(reached.parentHash()) || !reached.follows(parent)) {
                throw new InconsistentBlockException(
                        "block " + reached.number() + " " + reached.hash() + " has no parent at the height below");
            }
            branch.addFirst(parent);
            reached = parent;
        }
        if (reached.number() == 0) {
            throw new InvariantViolationException(
                    "the endpoints serve another chain: its genesis is " + reached.hash(), null);
        }
        return new Branch(new BlockNumberAndHash(reached.number() - 1, reached.parentHash()), List.copyOf(branch));
    }

    private boolean agrees(BlockRef block) {
        return canonical
                .apply(block.number() - 1)
                .filter(below -> below.hash().equals(block.parentHash()))
                .isPresent();
    }
}
