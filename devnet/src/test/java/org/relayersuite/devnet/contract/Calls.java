package org.relayersuite.devnet.contract;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/** Calls contracts from accounts that Anvil holds the keys of. */
public final class Calls {
    private final RpcClient rpc;

    public Calls(RpcClient rpc) {
        this.rpc = rpc;
    }

    /** Sends a transaction and returns its receipt. */
    public Receipt send(Address from, Address to, Bytes data) {
        JsonNode sent = rpc.request("eth_sendTransactionSync", transaction(from, to, data));
        return new Ethereum(rpc)
                .receipt(Hash.of(sent.required("transactionHash").textValue()))
                .orElseThrow();
    }

    /** The data with which a call reverts: selector, then arguments. */
    public Bytes revertData(Address from, Address to, Bytes data) {
        RpcErrorException error = catchThrowableOfType(
                RpcErrorException.class, () -> rpc.request("eth_call", transaction(from, to, data), "latest"));
        if (error == null) {
            throw new AssertionError("the call does not revert");
        }
        return error.data().orElseThrow();
    }

    public Bytes call(Address to, Bytes data) {
        return new Ethereum(rpc).call(to, data);
    }

    /** The logs that one contract has emitted in a transaction. */
    public static List<org.relayersuite.chain.rpc.Log> logsOf(Receipt receipt, Address contract) {
        return receipt.logs().stream()
                .filter(log -> log.address().equals(contract))
                .toList();
    }

    private static Map<String, Object> transaction(Address from, Address to, Bytes data) {
        return Map.of("from", from.toString(), "to", to.toString(), "data", data.toHex());
    }
}
