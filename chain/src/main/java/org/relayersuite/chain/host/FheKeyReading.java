package org.relayersuite.chain.host;

import org.relayersuite.chain.rpc.BlockHeader;

/**
 * The key in use and where its context's first node publishes it, all as of one finalized block of one node.
 *
 * @param block the finalized block
 */
public record FheKeyReading(BlockHeader block, ActiveFheKey key, KmsStorage storage) {}
