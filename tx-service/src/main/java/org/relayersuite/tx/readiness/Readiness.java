package org.relayersuite.tx.readiness;

/** What a look at a queued request found. */
sealed interface Readiness {

    /** It can be sent. */
    record Ready() implements Readiness {}

    /** Some ciphertext is not on the gateway yet, or the gateway could not be asked. */
    record NotReady() implements Readiness {}

    /** The ACL of a host chain says no; {@code reason} names the handles and the checks that failed. */
    record Denied(String reason) implements Readiness {}

    /** A host chain could not be asked. */
    record HostUnreachable() implements Readiness {}
}
