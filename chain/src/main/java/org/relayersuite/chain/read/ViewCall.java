package org.relayersuite.chain.read;

import java.util.OptionalLong;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

/**
 * A read-only call of a contract. Equal calls share one answer.
 *
 * @param data calldata: selector and ABI-encoded arguments
 * @param gasCap the most gas the call may use, for code that strangers wrote; empty for the node's own bound
 */
public record ViewCall(Address to, Bytes data, OptionalLong gasCap) {

    /** @throws IllegalArgumentException when the gas cap is not above zero */
    public ViewCall {
        if (gasCap.isPresent() && gasCap.getAsLong() <= 0) {
            throw new IllegalArgumentException("a call needs gas");
        }
    }

    /** A call without a gas cap. */
    public static ViewCall of(ContractCall call) {
        return new ViewCall(call.to(), call.data(), OptionalLong.empty());
    }

    /** A call that may use {@code gasCap} gas. */
    public static ViewCall of(ContractCall call, long gasCap) {
        return new ViewCall(call.to(), call.data(), OptionalLong.of(gasCap));
    }
}
