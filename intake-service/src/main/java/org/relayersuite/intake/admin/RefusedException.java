package org.relayersuite.intake.admin;

/** An operator asks for something that cannot be. The message is for the operator. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }
}
