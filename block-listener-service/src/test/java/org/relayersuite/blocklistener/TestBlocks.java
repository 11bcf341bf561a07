package org.relayersuite.blocklistener;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.chain.rpc.Block;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.rpc.Transaction;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/** Blocks whose hashes tell what they are: number and branch for blocks, block and index for transactions. */
public final class TestBlocks {
    public static final Address SENDER = Address.of("0x" + "a1".repeat(20));
    public static final Address CONTRACT = Address.of("0x" + "c0".repeat(20));

    private TestBlocks() {}

    /** The hash of block {@code number} on {@code branch}. */
    public static Hash hash(char branch, long number) {
        return Hash.of("%02x%062x".formatted((int) branch, number));
    }

    public static BlockRef ref(char branch, long number) {
        return new BlockRef(number, hash(branch, number), hash(branch, number - 1));
    }

    /** The first block of {@code branch}, on top of {@code trunk}. */
    public static BlockRef fork(char branch, long number, char trunk) {
        return new BlockRef(number, hash(branch, number), hash(trunk, number - 1));
    }

    public static Hash transactionHash(BlockRef block, int index) {
        return Hash.of("ee%02x%060x".formatted(index, block.number()));
    }

    /** A block with {@code transactions} transactions. */
    public static Block block(BlockRef ref, int transactions) {
        List<Transaction> all = new ArrayList<>();
        for (int i = 0; i < transactions; i++) {
            all.add(new Transaction(
                    transactionHash(ref, i), i, SENDER, Optional.of(CONTRACT), BigInteger.ONE, Bytes.fromHex("0xdd")));
        }
        BlockHeader header = new BlockHeader(
                ref.number(), ref.hash(), ref.parentHash(), Instant.ofEpochSecond(1_700_000_000), Optional.empty());
        return new Block(header, all);
    }

    /** Receipts of such a block, with {@code logs} logs each. */
    public static List<Receipt> receipts(BlockRef ref, int transactions, int logs) {
        List<Receipt> all = new ArrayList<>();
        for (int i = 0; i < transactions; i++) {
            List<Log> own = new ArrayList<>();
            for (int j = 0; j < logs; j++) {
                own.add(new Log(
                        CONTRACT,
                        List.of(Hash.of("70".repeat(32))),
                        Bytes.fromHex("0x01"),
                        ref.number(),
                        ref.hash(),
                        transactionHash(ref, i),
                        (long) i * logs + j,
                        false));
            }
            all.add(new Receipt(transactionHash(ref, i), ref.hash(), ref.number(), i, true, own));
        }
        return all;
    }
}
