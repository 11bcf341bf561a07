package org.relayersuite.blocklistener.block;

import java.util.List;
import org.relayersuite.blocklistener.failure.InconsistentBlockException;
import org.relayersuite.chain.rpc.Block;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.rpc.Transaction;
import org.relayersuite.core.Hash;

/**
 * Ties receipts and logs to their block (spec/listener.md A22). One endpoint can reorg between two calls, answer for
 * another block, or leave something out without an error; whatever does not fit together is not a block.
 */
final class BlockConsistency {
    private BlockConsistency() {}

    /** @throws InconsistentBlockException naming the first thing that does not fit */
    static void check(Block block, List<Receipt> receipts) {
        List<Transaction> transactions = block.transactions();
        demand(
                receipts.size() == transactions.size(),
                block,
                receipts.size() + " receipts for " + transactions.size() + " transactions");
        long nextLogIndex = 0;
        for (int i = 0; i < transactions.size(); i++) {
            Transaction transaction = transactions.get(i);
            Receipt receipt = receipts.get(i);
            demand(transaction.index() == i, block, "transaction " + i + " has index " + transaction.index());
            demand(receipt.transactionIndex() == i, block, "receipt " + i + " has index " + receipt.transactionIndex());
            demand(
                    receipt.transactionHash().equals(transaction.hash()),
                    block,
                    "receipt " + i + " is of another transaction");
            demand(
                    belongs(block, receipt.blockHash(), receipt.blockNumber()),
                    block,
                    "receipt " + i + " is of another block");
            for (Log entry : receipt.logs()) {
                checkLog(block, receipt, entry, nextLogIndex++);
            }
        }
    }

    private static void checkLog(Block block, Receipt receipt, Log entry, long index) {
        demand(entry.logIndex() == index, block, "log " + index + " has index " + entry.logIndex());
        demand(belongs(block, entry.blockHash(), entry.blockNumber()), block, "log " + index + " is of another block");
        demand(
                entry.transactionHash().equals(receipt.transactionHash()),
                block,
                "log " + index + " is of another transaction");
        demand(!entry.removed(), block, "log " + index + " is marked as removed");
    }

    private static boolean belongs(Block block, Hash blockHash, long blockNumber) {
        return block.header().hash().equals(blockHash) && block.header().number() == blockNumber;
    }

    private static void demand(boolean holds, Block block, String otherwise) {
        if (!holds) {
            throw new InconsistentBlockException(
                    "block " + block.header().number() + " " + block.header().hash() + ": " + otherwise);
        }
    }
}
