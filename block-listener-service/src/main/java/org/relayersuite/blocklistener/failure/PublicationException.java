package org.relayersuite.blocklistener.failure;

/** The broker refused a message. */
public final class PublicationException extends ListenerException {
    public PublicationException(String message, Throwable cause) {
        super(message, cause);
    }
}
