package org.relayersuite.blocklistener.block;

import java.time.Duration;

/**
 * How long to wait before a block is asked for again.
 *
 * @param fixed after an answer that the block is not there (yet), and after answers that do not fit together
 * @param longest bound of the pauses after errors, which double from {@code fixed}
 */
public record FetchPauses(Duration fixed, Duration longest) {
    private static final int MAX_DOUBLINGS = 20;

    public FetchPauses {
        if (!fixed.isPositive() || longest.compareTo(fixed) < 0) {
            throw new IllegalArgumentException("pauses between fetches are positive, the fixed one not the longest");
        }
    }

    Duration afterErrors(int inARow) {
        Duration pause = fixed.multipliedBy(1L << Math.min(inARow - 1, MAX_DOUBLINGS));
        return pause.compareTo(longest) > 0 ? longest : pause;
    }
}
