package org.relayersuite.tx.stage;

import org.relayersuite.store.dispatch.Lease;

/** One step of dispatch, done for whatever requests or transactions are due for it. */
@FunctionalInterface
public interface Stage {

    /**
     * Does the step for one batch.
     *
     * @return whether there may be more to do at once
     * @throws org.relayersuite.store.dispatch.FencedOutException when the lane has a new leader
     * @throws InterruptedException when the process is stopping
     */
    boolean run(Lease lease) throws InterruptedException;
}
