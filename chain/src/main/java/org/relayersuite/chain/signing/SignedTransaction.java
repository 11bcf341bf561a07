package org.relayersuite.chain.signing;

import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * A transaction ready to broadcast.
 *
 * @param raw the EIP-2718 envelope
 * @param hash keccak256 of {@code raw}: the id under which it will be mined
 */
public record SignedTransaction(Bytes raw, Hash hash) {}
