package org.relayersuite.intake.json;

/** The bytes are no JSON, or JSON beyond what is read from strangers. Says nothing about the content. */
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(Throwable cause) {
        super("malformed JSON", cause);
    }
}
