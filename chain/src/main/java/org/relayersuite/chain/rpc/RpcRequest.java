package org.relayersuite.chain.rpc;

import java.util.List;

/**
 * One call of a batch.
 *
 * @param method the JSON-RPC method
 * @param params its parameters, as for {@link RpcClient#request}
 */
public record RpcRequest(String method, List<Object> params) {
    public RpcRequest {
        params = List.copyOf(params);
    }

    /** A call with the given parameters. */
    public static RpcRequest of(String method, Object... params) {
        return new RpcRequest(method, List.of(params));
    }

    /** Leaves the parameters out: they may be signed transactions. */
    @Override
    public String toString() {
        return "RpcRequest[" + method + "]";
    }
}
