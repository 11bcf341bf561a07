package org.relayersuite.chain.rpc;

/** One attempt at one endpoint brought no usable answer: the next endpoint is to be asked. */
class UnusableAnswerException extends RuntimeException {
    UnusableAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
