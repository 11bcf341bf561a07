package org.relayersuite.chain.rpc;

/** One attempt was refused for load. */
final class ThrottledException extends UnusableAnswerException {
    ThrottledException(String message) {
        super(message, null);
    }
}
