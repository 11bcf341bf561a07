package org.relayersuite.chain.rpc;

/**
 * A JSON-RPC request that brought no result. Either a node answered with an error ({@link RpcErrorException}), or there
 * is no usable answer and nobody knows whether the request had an effect ({@link RpcTransportException}).
 *
 * <p>Messages name endpoints by host only: paths, queries and user info of RPC URLs carry credentials.
 */
public abstract sealed class RpcException extends RuntimeException permits RpcErrorException, RpcTransportException {
    RpcException(String message, Throwable cause) {
        super(message, cause);
    }
}
