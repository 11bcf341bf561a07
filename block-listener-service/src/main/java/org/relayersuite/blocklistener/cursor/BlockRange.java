package org.relayersuite.blocklistener.cursor;

import java.util.Optional;

/** Heights {@code first} to {@code last}, both included. */
public record BlockRange(long first, long last) {
    public BlockRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("no range of blocks: " + first + " to " + last);
        }
    }

    /**
     * What comes next, at most {@code size} blocks (spec/listener.md 1.2). Empty when {@code head} is below
     * {@code first}: a head at or below the tip means a node that is behind, or a reorg that only shows once the new
     * branch is longer; neither is acted on.
     */
    public static Optional<BlockRange> next(long first, long head, int size) {
        if (head < first) {
            return Optional.empty();
        }
        // Written as a difference: first + size could exceed the largest long.
        return Optional.of(new BlockRange(first, head - first < size ? head : first + size - 1));
    }

    public long size() {
        return last - first + 1;
    }
}
