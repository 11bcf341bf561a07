package org.relayersuite.chain.rpc;

import java.math.BigInteger;

/**
 * What a node thinks a transaction should pay now, in wei per gas (EIP-1559).
 *
 * @param blockNumber height of the latest block
 * @param baseFee base fee of the latest block
 * @param priorityFee answer to {@code eth_maxPriorityFeePerGas}
 */
public record FeeSuggestion(long blockNumber, BigInteger baseFee, BigInteger priorityFee) {}
