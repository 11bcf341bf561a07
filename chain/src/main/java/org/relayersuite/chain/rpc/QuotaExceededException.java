package org.relayersuite.chain.rpc;

/** One attempt was not made: the endpoint's quota is used up. The endpoint itself is not at fault. */
final class QuotaExceededException extends UnusableAnswerException {
    QuotaExceededException(String message) {
        super(message, null);
    }
}
