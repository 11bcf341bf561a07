package org.relayersuite.store.dispatch;

/** Another replica leads the lane by now: nothing was written, and nothing more may be. */
public final class FencedOutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FencedOutException(Lease lease) {
        super("lane " + lease.lane() + " is no longer led under epoch " + lease.epoch());
    }
}
