package org.relayersuite.blocklistener.failure;

/** What an endpoint answered about a block contradicts itself or the question (spec/listener.md A22). */
public final class InconsistentBlockException extends ListenerException {
    public InconsistentBlockException(String message) {
        super(message, null);
    }
}
