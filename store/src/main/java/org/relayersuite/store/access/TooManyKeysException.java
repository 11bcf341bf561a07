package org.relayersuite.store.access;

/** As many API keys are usable as pods may keep in memory: {@link ApiKeys#MAX_USABLE}. */
public final class TooManyKeysException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyKeysException() {
        super("there are " + ApiKeys.MAX_USABLE + " usable API keys");
    }
}
