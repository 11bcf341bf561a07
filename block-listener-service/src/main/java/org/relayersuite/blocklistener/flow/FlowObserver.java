package org.relayersuite.blocklistener.flow;

import org.relayersuite.blocklistener.failure.Verdict;

/** Is told how the flow fares, for metrics. Must not block and must not throw. */
public interface FlowObserver {
    /** Whether this replica holds the chain. */
    void holding(boolean holds);

    /** A branch was replaced by another, and that is committed. */
    void reorged();

    /** A pass was broken off. */
    void failed(Verdict verdict);
}
