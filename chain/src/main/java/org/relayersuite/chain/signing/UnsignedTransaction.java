package org.relayersuite.chain.signing;

import java.math.BigInteger;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

/**
 * A call to be signed as an EIP-1559 transaction with value 0 and without access list.
 *
 * @param gasLimit gas units
 * @param maxFeePerGas wei per gas, base fee included
 * @param maxPriorityFeePerGas wei per gas, at most {@code maxFeePerGas}
 */
public record UnsignedTransaction(
        long chainId,
        long nonce,
        Address to,
        Bytes data,
        BigInteger gasLimit,
        BigInteger maxFeePerGas,
        BigInteger maxPriorityFeePerGas) {

    /** @throws IllegalArgumentException when a number is negative or the fees contradict each other */
    public UnsignedTransaction {
        if (chainId <= 0 || nonce < 0 || gasLimit.signum() <= 0 || maxPriorityFeePerGas.signum() < 0) {
            throw new IllegalArgumentException("a number of the transaction is out of range");
        }
        if (maxPriorityFeePerGas.compareTo(maxFeePerGas) > 0) {
            throw new IllegalArgumentException("the priority fee exceeds the fee it is part of");
        }
    }
}
