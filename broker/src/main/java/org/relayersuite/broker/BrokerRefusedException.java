package org.relayersuite.broker;

/** The broker answered that the operation is wrong. Repeating it gets the same answer. */
public final class BrokerRefusedException extends BrokerException {
    BrokerRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
