package org.relayersuite.store.dispatch;

import java.math.BigInteger;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * A signed form of a bound transaction.
 *
 * @param transactionId the key of the bound transaction
 * @param maxFee the EIP-1559 fee cap per gas, in wei
 * @param maxPriorityFee the EIP-1559 tip cap per gas, in wei
 * @param gatewayBlock the gateway chain's height when it was signed; it cannot be mined below
 */
public record Attempt(
        long transactionId, Hash hash, Bytes raw, BigInteger maxFee, BigInteger maxPriorityFee, long gatewayBlock) {}
