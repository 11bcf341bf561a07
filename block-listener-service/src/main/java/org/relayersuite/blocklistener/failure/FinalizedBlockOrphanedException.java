package org.relayersuite.blocklistener.failure;

/** The chain contradicts a block that was recorded as final. Publishing stops until an operator has decided. */
public final class FinalizedBlockOrphanedException extends ListenerException {
    public FinalizedBlockOrphanedException(String message) {
        super(message, null);
    }
}
