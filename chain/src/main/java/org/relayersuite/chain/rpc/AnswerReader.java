package org.relayersuite.chain.rpc;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * Turns blocks, transactions, receipts and logs of a node's answer into records, and refuses answers that contradict
 * themselves: behind a load balancer, parts of one answer may come from different forks.
 */
final class AnswerReader {
    private static final int MAX_TOPICS = 4;
    /** The last second that {@link Instant} and every database can hold: 9999-12-31. */
    private static final long LAST_SECOND = 253_402_300_799L;

    private AnswerReader() {}

    static BlockHeader header(AnswerField block) {
        AnswerField timestamp = block.field("timestamp");
        long seconds = timestamp.number();
        if (seconds > LAST_SECOND) {
            throw timestamp.bad("is out of range");
        }
        return new BlockHeader(
                block.field("number").number(),
                block.field("hash").hash(),
                block.field("parentHash").hash(),
                Instant.ofEpochSecond(seconds),
                block.field("baseFeePerGas").present().map(AnswerField::quantity));
    }

    static Block block(AnswerField block) {
        BlockHeader header = header(block);
        List<Transaction> transactions = new ArrayList<>();
        for (AnswerField item : block.field("transactions").items()) {
            AnswerField hash = item.field("blockHash");
            hash.mustBe(header.hash(), hash.hash());
            AnswerField index = item.field("transactionIndex");
            index.mustBe(transactions.size(), index.smallNumber());
            transactions.add(transaction(item));
        }
        return new Block(header, transactions);
    }

    private static Transaction transaction(AnswerField item) {
        return new Transaction(
                item.field("hash").hash(),
                item.field("transactionIndex").smallNumber(),
                item.field("from").address(),
                item.field("to").present().map(AnswerField::address),
                item.field("value").quantity(),
                item.field("input").bytes());
    }

    static Receipt receipt(AnswerField item) {
        Hash transactionHash = item.field("transactionHash").hash();
        Hash blockHash = item.field("blockHash").hash();
        long blockNumber = item.field("blockNumber").number();
        List<Log> logs = new ArrayList<>();
        for (AnswerField log : item.field("logs").items()) {
            log.field("transactionHash")
                    .mustBe(transactionHash, log.field("transactionHash").hash());
            log.field("blockHash").mustBe(blockHash, log.field("blockHash").hash());
            log.field("blockNumber")
                    .mustBe(blockNumber, log.field("blockNumber").number());
            logs.add(log(log));
        }
        return new Receipt(
                transactionHash,
                blockHash,
                blockNumber,
                item.field("transactionIndex").smallNumber(),
                succeeded(item),
                logs);
    }

    /** All receipts of one block, in the order of its transactions. */
    static List<Receipt> receipts(AnswerField list, Hash blockHash) {
        List<Receipt> receipts = new ArrayList<>();
        for (AnswerField item : list.items()) {
            Receipt receipt = receipt(item);
            item.field("blockHash").mustBe(blockHash, receipt.blockHash());
            item.field("transactionIndex").mustBe(receipts.size(), receipt.transactionIndex());
            receipts.add(receipt);
        }
        return receipts;
    }

    private static boolean succeeded(AnswerField item) {
        Optional<AnswerField> status = item.field("status").present();
        if (status.isEmpty()) {
            // Before Byzantium (EIP-658) a receipt held the state root after the transaction and no status: the chain
            // itself did not record failure, it only charged all gas. Such a receipt says "executed", so it counts as
            // success. Without a root the field is simply missing, and the answer is refused.
            item.field("root").hash();
            return true;
        }
        int value = status.get().smallNumber();
        if (value > 1) {
            throw status.get().bad("is neither 0x0 nor 0x1");
        }
        return value == 1;
    }

    static Log log(AnswerField item) {
        List<Hash> topics =
                item.field("topics").items().stream().map(AnswerField::hash).toList();
        if (topics.size() > MAX_TOPICS) {
            throw item.field("topics").bad("has more than four entries");
        }
        return new Log(
                item.field("address").address(),
                topics,
                item.field("data").present().map(AnswerField::bytes).orElse(Bytes.EMPTY),
                item.field("blockNumber").number(),
                item.field("blockHash").hash(),
                item.field("transactionHash").hash(),
                item.field("logIndex").number(),
                // Nodes leave the flag out of receipts.
                item.field("removed").present().map(AnswerField::flag).orElse(false));
    }
}
