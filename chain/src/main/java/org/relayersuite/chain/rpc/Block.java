package org.relayersuite.chain.rpc;

import java.util.List;

/** A block with its transactions in order; the index of each equals its place in the list. */
public record Block(BlockHeader header, List<Transaction> transactions) {
    public Block {
        transactions = List.copyOf(transactions);
    }
}
