package org.relayersuite.blocklistener.cursor;

import java.time.Duration;

/** Is told how the cursor moves, for metrics. Must not block and must not throw. */
public interface CursorObserver {
    /** A pass began. */
    void passStarted();

    /** The number of the chain's newest block was read. */
    void headRead(long number);

    /** The number of the ledger's tip was read or moved. */
    void tipAt(long number);

    /** A range was walked to its end or to a fork, from the first request to the last commit. */
    void rangeWalked(Duration duration);
}
