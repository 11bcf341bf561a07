package org.relayersuite.store.fact;

import org.relayersuite.core.Hash;

/**
 * The request event that an answer belongs to. An id alone does not tell: after a reorg the contract gives the same id to
 * another request, or to the same one in another block.
 *
 * @param txHash of the transaction that made the request
 * @param blockHash of the block that the transaction is in
 */
public record RequestOrigin(Hash txHash, Hash blockHash) {}
