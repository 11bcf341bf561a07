package org.relayersuite.chain.rpc;

import java.util.Optional;
import org.relayersuite.core.Bytes;

/**
 * The node understood the request and answered a JSON-RPC error (JSON-RPC 2.0, section 5.1). Refusals that say nothing
 * about the request itself, such as rate limits, are {@link RpcTransportException}s instead.
 */
public final class RpcErrorException extends RpcException {
    private final int code;
    private final transient Optional<Bytes> data;

    /**
     * @param code the JSON-RPC error code; nodes disagree about its meaning, so compare the text too
     * @param message the node's text, shortened and free of control characters
     * @param data what the node put into {@code error.data} as bytes, for a revert the contract's error (selector and
     *     arguments)
     */
    public RpcErrorException(int code, String message, Optional<Bytes> data) {
        super(message, null);
        this.code = code;
        this.data = data;
    }

    /** The JSON-RPC error code. */
    public int code() {
        return code;
    }

    /** The bytes of {@code error.data}; empty when the node sent none. */
    public Optional<Bytes> data() {
        return data;
    }
}
