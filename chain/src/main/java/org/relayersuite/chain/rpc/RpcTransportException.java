package org.relayersuite.chain.rpc;

/**
 * No usable answer: connection, deadline, HTTP status, rate limit, an answer that is no JSON-RPC, too large or
 * inconsistent. Whether the request had an effect is unknown, so a transaction may still be on its way.
 */
public final class RpcTransportException extends RpcException {
    /**
     * @param message what happened, naming the method and at most the host of the endpoint
     * @param cause the failure below, or null when the answer itself is the failure
     */
    public RpcTransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
