package org.relayersuite.blocklistener.cursor;

/**
 * How a chain is followed.
 *
 * @param start the first block to be published, for a chain that the ledger does not know yet
 * @param rangeSize how many blocks one pass takes at most, 1 to 10000
 * @param maxParallelRequests how many blocks are fetched, or wait for the one below them, at the same time, 1 to 200
 */
public record CursorSettings(long chainId, StartBlock start, int rangeSize, int maxParallelRequests) {
    private static final int MAX_RANGE = 10_000;
    private static final int MAX_PARALLEL = 200;

    public CursorSettings {
        if (chainId <= 0) {
            throw new IllegalArgumentException("a chain id is positive, not " + chainId);
        }
        if (rangeSize < 1 || rangeSize > MAX_RANGE) {
            throw new IllegalArgumentException("the range size is 1 to " + MAX_RANGE + ", not " + rangeSize);
        }
        if (maxParallelRequests < 1 || maxParallelRequests > MAX_PARALLEL) {
            throw new IllegalArgumentException(
                    "the number of parallel requests is 1 to " + MAX_PARALLEL + ", not " + maxParallelRequests);
        }
    }
}
