package org.relayersuite.chain.rpc;

import java.util.Locale;

/** A block by its role instead of its number (Ethereum JSON-RPC block tags). */
public enum BlockTag {
    LATEST,
    PENDING,
    SAFE,
    FINALIZED,
    EARLIEST;

    /** The tag on the wire, in lower case. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
