package org.relayersuite.devnet.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.web3j.abi.datatypes.Type;
import org.web3j.crypto.ContractUtils;
import org.web3j.utils.Numeric;

/** Sends transactions from an account whose key Anvil itself holds; Anvil gives out the nonces. */
final class UnlockedAccount {
    // Enough for any contract here. A fixed limit, because an estimate fails for a call that needs the transaction
    // before it while that one is still in the pool.
    private static final String GAS_LIMIT = "0x989680";
    private static final int BLOCKS_TO_MINE = 20;

    private final RpcClient rpc;
    private final Address address;

    UnlockedAccount(RpcClient rpc, Address address) {
        this.rpc = rpc;
        this.address = address;
    }

    /** A transaction to be; no recipient means that it creates a contract. */
    record Step(Optional<Address> to, Bytes data) {
        static Step create(Bytes data) {
            return new Step(Optional.empty(), data);
        }

        /** @param signature the canonical signature of the function */
        static Step call(Address to, String signature, Type<?>... arguments) {
            return new Step(Optional.of(to), Calldata.encode(signature, arguments));
        }
    }

    Address address() {
        return address;
    }

    /** The nonce of the account's next transaction, those in the pool counted. */
    BigInteger nextNonce() {
        return Numeric.decodeQuantity(rpc.request("eth_getTransactionCount", address.toString(), "pending")
                .textValue());
    }

    /** The address of the contract that the transaction with this nonce creates. */
    Address contractAddress(BigInteger nonce) {
        return Address.of(ContractUtils.generateContractAddress(address.toString(), nonce));
    }

    /**
     * Sends the steps in order and mines blocks until all are in one: deploying does not wait for the block time.
     *
     * @throws IllegalStateException when one reverts
     */
    void runAtOnce(List<Step> steps) {
        List<Hash> sent = new ArrayList<>();
        steps.forEach(step -> sent.add(send(step)));
        for (int mined = 0; receipt(sent.getLast()).isEmpty(); mined++) {
            if (mined == BLOCKS_TO_MINE) {
                throw new IllegalStateException("not in a block after " + mined + " blocks: " + sent.getLast());
            }
            rpc.request("evm_mine");
        }
        sent.forEach(this::requireSuccess);
    }

    /** Mines blocks until what has happened so far is in the chain's finalized block. */
    void finalizeAll() {
        Ethereum chain = new Ethereum(rpc);
        long last = chain.blockNumber();
        for (int mined = 0; chain.finalizedHeader().map(BlockHeader::number).orElse(-1L) < last; mined++) {
            if (mined == BLOCKS_TO_MINE) {
                throw new IllegalStateException("block " + last + " is not final after " + mined + " blocks");
            }
            rpc.request("evm_mine");
        }
    }

    /**
     * Sends the steps in order and returns when all are in a block.
     *
     * @throws IllegalStateException when one reverts
     */
    void run(List<Step> steps) {
        List<Hash> sent = new ArrayList<>();
        steps.subList(0, steps.size() - 1).forEach(step -> sent.add(send(step)));
        JsonNode last = rpc.request("eth_sendTransactionSync", transaction(steps.getLast()));
        sent.forEach(this::requireSuccess);
        requireSuccess(last);
    }

    void run(Step step) {
        run(List.of(step));
    }

    private Hash send(Step step) {
        return Hash.of(rpc.request("eth_sendTransaction", transaction(step)).textValue());
    }

    private Map<String, String> transaction(Step step) {
        Map<String, String> transaction = new LinkedHashMap<>();
        transaction.put("from", address.toString());
        step.to().ifPresent(to -> transaction.put("to", to.toString()));
        transaction.put("data", step.data().toHex());
        transaction.put("gas", GAS_LIMIT);
        return transaction;
    }

    private Optional<JsonNode> receipt(Hash hash) {
        JsonNode receipt = rpc.request("eth_getTransactionReceipt", hash.toString());
        return receipt.isNull() ? Optional.empty() : Optional.of(receipt);
    }

    private void requireSuccess(Hash hash) {
        requireSuccess(receipt(hash).orElseThrow(() -> new IllegalStateException("not in a block: " + hash)));
    }

    private static void requireSuccess(JsonNode receipt) {
        if (!"0x1".equals(receipt.path("status").textValue())) {
            throw new IllegalStateException("a devnet transaction failed: "
                    + receipt.path("transactionHash").textValue());
        }
    }
}
