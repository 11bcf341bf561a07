package org.relayersuite.store.loop;

/** One pass of a loop. */
@FunctionalInterface
public interface LoopBody {

    /**
     * Does one pass.
     *
     * @return whether there may be more to do at once
     * @throws InterruptedException when the loop is to end
     */
    boolean run() throws InterruptedException;
}
