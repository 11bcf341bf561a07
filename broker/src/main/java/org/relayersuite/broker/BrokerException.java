package org.relayersuite.broker;

/** A broker operation did not succeed. Messages name the broker's host and port, never its credentials. */
public abstract sealed class BrokerException extends RuntimeException
        permits BrokerUnavailableException, BrokerRefusedException {
    BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
