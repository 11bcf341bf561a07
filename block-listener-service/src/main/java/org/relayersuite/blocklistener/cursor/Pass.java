package org.relayersuite.blocklistener.cursor;

import org.relayersuite.blocklistener.block.BlockRef;

/** How one pass of the live cursor ended. */
public sealed interface Pass {

    /** There was nothing new. */
    record UpToDate() implements Pass {}

    /**
     * Blocks were published and committed.
     *
     * @param behind whether the chain was longer than what was asked for
     */
    record Advanced(boolean behind) implements Pass {}

    /** The chain's {@code block} does not stand on what the ledger has below it. */
    record Forked(BlockRef block) implements Pass {}
}
