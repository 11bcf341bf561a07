package org.relayersuite.chain.rpc;

import java.time.Duration;

/** Told about every HTTP attempt, for metrics. Called on the requesting thread; must return quickly and not throw. */
@FunctionalInterface
public interface RpcObserver {
    /** Ignores everything. */
    RpcObserver NONE = (method, endpointHost, outcome, duration) -> {};

    /**
     * One attempt has ended.
     *
     * @param method the JSON-RPC method, or {@code batch}
     * @param endpointHost host, and port when given, of the endpoint
     * @param duration from sending to the parsed answer, without the wait for a free slot
     */
    void attempted(String method, String endpointHost, Outcome outcome, Duration duration);

    /**
     * A request had to wait for its endpoint's quota, and may be sent now.
     *
     * @param waited more than zero
     */
    default void quotaWaited(Duration waited) {}

    /** A request was not sent to an endpoint because of its quota. It may have been sent to another one. */
    default void quotaRefused() {}

    /** How an attempt ended. */
    enum Outcome {
        /** A result, also a null one. */
        ANSWERED,
        /** A JSON-RPC error about the request. */
        NODE_ERROR,
        /** The endpoint refused for load. */
        THROTTLED,
        /** No usable answer. */
        TRANSPORT_ERROR
    }
}
