package org.relayersuite.store.request;

/** An idempotency key was sent with another body than the one it stands for. Nothing was stored. */
public final class IdempotencyKeyReusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    IdempotencyKeyReusedException() {
        super("the idempotency key stands for another body");
    }
}
