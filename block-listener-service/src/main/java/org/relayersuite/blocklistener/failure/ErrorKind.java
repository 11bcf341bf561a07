package org.relayersuite.blocklistener.failure;

import java.util.Locale;

/** The {@code error_kind} of the listener's error counters (spec/listener.md 7.1). */
public enum ErrorKind {
    BLOCK_FETCH,
    BLOCK_COMPUTE,
    DATABASE,
    CHAIN_HEIGHT,
    SLOT_BUFFER,
    BROKER_PUBLISH,
    PAYLOAD_BUILD,
    MESSAGE_PROCESSING,
    INVARIANT_VIOLATION;

    /** The label's value. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
