package org.relayersuite.chain.rpc;

import java.math.BigInteger;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * A mined transaction.
 *
 * @param index its place in the block, from 0
 * @param to empty for the creation of a contract
 * @param value wei
 * @param input calldata, or the init code of a contract
 */
public record Transaction(Hash hash, int index, Address from, Optional<Address> to, BigInteger value, Bytes input) {}
