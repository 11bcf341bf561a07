package org.relayersuite.blocklistener.publication;

/** Why a block is sent; the {@code flow} of a block event (spec/listener.md 4). */
public enum Flow {
    /** The block came on top of the chain, or is the newest one of a branch that replaces another. */
    LIVE,
    /** The block lies below the newest one of a branch that replaces another. */
    REORGED
}
