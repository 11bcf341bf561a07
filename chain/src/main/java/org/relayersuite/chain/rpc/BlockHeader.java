package org.relayersuite.chain.rpc;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import org.relayersuite.core.Hash;

/**
 * The part of a block header that the suite works with.
 *
 * @param baseFeePerGas wei (EIP-1559); empty on chains and blocks without one
 */
public record BlockHeader(
        long number, Hash hash, Hash parentHash, Instant timestamp, Optional<BigInteger> baseFeePerGas) {}
