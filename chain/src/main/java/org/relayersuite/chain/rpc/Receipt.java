package org.relayersuite.chain.rpc;

import java.util.List;
import org.relayersuite.core.Hash;

/**
 * What a mined transaction did. All logs carry the block and transaction of the receipt.
 *
 * @param transactionIndex place of the transaction in the block, from 0
 * @param succeeded the status (EIP-658); true for receipts from before Byzantium, which have none
 */
public record Receipt(
        Hash transactionHash,
        Hash blockHash,
        long blockNumber,
        int transactionIndex,
        boolean succeeded,
        List<Log> logs) {
    public Receipt {
        logs = List.copyOf(logs);
    }
}
