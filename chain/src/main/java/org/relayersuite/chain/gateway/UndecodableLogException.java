package org.relayersuite.chain.gateway;

import org.relayersuite.chain.rpc.Log;

/** A log of one of our contracts carries the topic of a known event, but its contents are no encoding of that event. */
public final class UndecodableLogException extends RuntimeException {
    /** @param log the log, of which only the place on the chain goes into the message */
    UndecodableLogException(String event, Log log, String what, Throwable cause) {
        super(
                event + " cannot be decoded: " + what + " (contract=" + log.address() + " blockHash=" + log.blockHash()
                        + " logIndex=" + log.logIndex() + ")",
                cause);
    }
}
