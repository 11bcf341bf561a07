package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * The Ethereum JSON-RPC methods that the suite uses, typed. Every method throws {@link RpcErrorException} when the node
 * answered an error, and {@link RpcTransportException} when there is no usable answer, which includes answers that
 * lack fields, contradict themselves or speak of another block or transaction than asked.
 *
 * <p>An empty {@code Optional} means that the node does not know the thing <em>now</em>: it may be behind. It proves
 * nothing about the chain.
 */
public final class Ethereum {
    private static final String BLOCK_BY_NUMBER = "eth_getBlockByNumber";
    private static final String BLOCK_BY_HASH = "eth_getBlockByHash";
    private static final String RECEIPT = "eth_getTransactionReceipt";
    private static final String BLOCK_RECEIPTS = "eth_getBlockReceipts";
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final int RECEIPTS_PER_BATCH = 100;

    private final RpcClient client;

    public Ethereum(RpcClient client) {
        this.client = client;
    }

    /** Reads things that belong together from one endpoint ({@link RpcClient#fromOneEndpoint}). */
    public <T> T fromOneEndpoint(Function<Ethereum, T> reads) {
        return client.fromOneEndpoint(pinned -> reads.apply(new Ethereum(pinned)));
    }

    /** The chain id (EIP-155). */
    public long chainId() {
        return ask("eth_chainId").number();
    }

    /** The number of the latest block that the node has. */
    public long blockNumber() {
        return ask("eth_blockNumber").number();
    }

    /** The canonical header at {@code number}, without transactions. */
    public Optional<BlockHeader> header(long number) {
        return ask(BLOCK_BY_NUMBER, quantity(number), false).present().map(answer -> {
            answer.field("number").mustBe(number, answer.field("number").number());
            return AnswerReader.header(answer);
        });
    }

    /** The header of the latest block that the node has. */
    public BlockHeader latestHeader() {
        return AnswerReader.header(ask(BLOCK_BY_NUMBER, BlockTag.LATEST.code(), false));
    }

    /** The header of the latest finalized block; empty when the node has none or does not know the tag. */
    public Optional<BlockHeader> finalizedHeader() {
        try {
            return ask(BLOCK_BY_NUMBER, BlockTag.FINALIZED.code(), false)
                    .present()
                    .map(AnswerReader::header);
        } catch (RpcErrorException e) {
            if (saysNoFinality(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean saysNoFinality(RpcErrorException error) {
        String text = error.getMessage().toLowerCase(Locale.ROOT);
        return error.code() == INVALID_PARAMS
                || text.contains("finalized")
                || text.contains("unknown block")
                || text.contains("block not found");
    }

    /** The canonical block at {@code number}, with its transactions. */
    public Optional<Block> block(long number) {
        return ask(BLOCK_BY_NUMBER, quantity(number), true).present().map(answer -> {
            answer.field("number").mustBe(number, answer.field("number").number());
            return AnswerReader.block(answer);
        });
    }

    /** The block with {@code hash}, with its transactions. It need not be canonical. */
    public Optional<Block> block(Hash hash) {
        return ask(BLOCK_BY_HASH, hash, true).present().map(answer -> {
            answer.field("hash").mustBe(hash, answer.field("hash").hash());
            return AnswerReader.block(answer);
        });
    }

    /**
     * All receipts of the block with {@code blockHash}, in order; from nodes without {@code eth_getBlockReceipts} one by
     * one in batches. An empty list is what the node said: compare with the block's transactions before believing it.
     */
    public Optional<List<Receipt>> blockReceipts(Hash blockHash) {
        try {
            return ask(BLOCK_RECEIPTS, blockHash).present().map(answer -> AnswerReader.receipts(answer, blockHash));
        } catch (RpcErrorException e) {
            if (e.code() == METHOD_NOT_FOUND) {
                return receiptsOneByOne(blockHash);
            }
            throw e;
        }
    }

    private Optional<List<Receipt>> receiptsOneByOne(Hash blockHash) {
        Optional<AnswerField> block = ask(BLOCK_BY_HASH, blockHash, false).present();
        if (block.isEmpty()) {
            return Optional.empty();
        }
        block.get().field("hash").mustBe(blockHash, block.get().field("hash").hash());
        List<Hash> hashes = block.get().field("transactions").items().stream()
                .map(AnswerField::hash)
                .toList();
        List<Receipt> receipts = new ArrayList<>(hashes.size());
        for (int from = 0; from < hashes.size(); from += RECEIPTS_PER_BATCH) {
            List<Hash> some = hashes.subList(from, Math.min(hashes.size(), from + RECEIPTS_PER_BATCH));
            List<BatchAnswer> answers = client.batch(
                    some.stream().map(hash -> RpcRequest.of(RECEIPT, hash)).toList());
            for (int i = 0; i < some.size(); i++) {
                AnswerField answer =
                        new AnswerField(RECEIPT, "result", answers.get(i).resultOrThrow());
                if (answer.absent()) {
                    return Optional.empty();
                }
                Receipt receipt = AnswerReader.receipt(answer);
                answer.field("transactionHash").mustBe(some.get(i), receipt.transactionHash());
                answer.field("blockHash").mustBe(blockHash, receipt.blockHash());
                answer.field("transactionIndex").mustBe(from + i, receipt.transactionIndex());
                receipts.add(receipt);
            }
        }
        return Optional.of(receipts);
    }

    /** The receipt of a mined transaction; empty says only that this node has not seen it mined. */
    public Optional<Receipt> receipt(Hash txHash) {
        return ask(RECEIPT, txHash).present().map(answer -> {
            Receipt receipt = AnswerReader.receipt(answer);
            answer.field("transactionHash").mustBe(txHash, receipt.transactionHash());
            return receipt;
        });
    }

    /**
     * The logs of one block by its hash (EIP-234).
     *
     * @param addresses the contracts whose logs are wanted; empty for all
     */
    public List<Log> logs(Hash blockHash, List<Address> addresses) {
        Map<String, Object> filter = new LinkedHashMap<>();
        filter.put("blockHash", blockHash);
        if (!addresses.isEmpty()) {
            filter.put("address", addresses);
        }
        List<Log> logs = new ArrayList<>();
        for (AnswerField item : ask("eth_getLogs", filter).items()) {
            Log log = AnswerReader.log(item);
            item.field("blockHash").mustBe(blockHash, log.blockHash());
            if (!addresses.isEmpty() && !addresses.contains(log.address())) {
                throw item.field("address").bad("was not asked for");
            }
            logs.add(log);
        }
        return logs;
    }

    /**
     * The logs of the canonical block at {@code blockNumber} that match. For blocks that are final: above finality a
     * number may mean another block in the next moment.
     *
     * @param addresses the contracts whose logs are wanted; empty for all
     * @param topics the topics that the logs must start with, by position; empty for all
     */
    public List<Log> logs(long blockNumber, List<Address> addresses, List<Hash> topics) {
        Map<String, Object> filter = new LinkedHashMap<>();
        filter.put("fromBlock", quantity(blockNumber));
        filter.put("toBlock", quantity(blockNumber));
        if (!addresses.isEmpty()) {
            filter.put("address", addresses);
        }
        if (!topics.isEmpty()) {
            filter.put("topics", topics);
        }
        List<Log> logs = new ArrayList<>();
        for (AnswerField item : ask("eth_getLogs", filter).items()) {
            Log log = AnswerReader.log(item);
            item.field("blockNumber").mustBe(blockNumber, log.blockNumber());
            boolean asked = (addresses.isEmpty() || addresses.contains(log.address()))
                    && log.topics().size() >= topics.size()
                    && log.topics().subList(0, topics.size()).equals(topics);
            if (!asked) {
                throw item.bad("was not asked for");
            }
            if (!logs.isEmpty()) {
                item.field("blockHash").mustBe(logs.getFirst().blockHash(), log.blockHash());
            }
            logs.add(log);
        }
        return logs;
    }

    /** The return data of a read-only call on the latest block. A revert is a {@link RpcErrorException} with its data. */
    public Bytes call(Address to, Bytes data) {
        return call(to, data, BlockTag.LATEST);
    }

    /** As {@link #call(Address, Bytes, BlockTag, OptionalLong)} without a gas cap. */
    public Bytes call(Address to, Bytes data, BlockTag tag) {
        return call(to, data, tag, OptionalLong.empty());
    }

    /**
     * The return data of a read-only call on the block that {@code tag} stands for. A revert is a
     * {@link RpcErrorException} with its data, and so is a tag that the node does not know.
     *
     * @param gasCap the most gas the call may use, for code that strangers wrote; running out of it is a
     *     {@link RpcErrorException}, as a revert is. Nodes have a bound of their own above
     */
    public Bytes call(Address to, Bytes data, BlockTag tag, OptionalLong gasCap) {
        return ask("eth_call", transaction(to, data, gasCap), tag.code()).bytes();
    }

    /** As {@link #call(Address, Bytes, Hash, OptionalLong)} without a gas cap. */
    public Bytes call(Address to, Bytes data, Hash blockHash) {
        return call(to, data, blockHash, OptionalLong.empty());
    }

    /**
     * The return data of a read-only call on the block with {@code blockHash}, while it is canonical (EIP-1898). A
     * revert is a {@link RpcErrorException} with its data, and so is a block that the node does not have, or has no more.
     *
     * @param gasCap as for {@link #call(Address, Bytes, BlockTag, OptionalLong)}
     */
    public Bytes call(Address to, Bytes data, Hash blockHash, OptionalLong gasCap) {
        Map<String, Object> block = Map.of("blockHash", blockHash, "requireCanonical", true);
        return ask("eth_call", transaction(to, data, gasCap), block).bytes();
    }

    private static Map<String, Object> transaction(Address to, Bytes data, OptionalLong gasCap) {
        Map<String, Object> transaction = new LinkedHashMap<>();
        transaction.put("to", to);
        transaction.put("data", data);
        gasCap.ifPresent(gas -> transaction.put("gas", quantity(gas)));
        return transaction;
    }

    /** The gas that the call would use now, without any margin. A revert is a {@link RpcErrorException}. */
    public BigInteger estimateGas(Address from, Address to, Bytes data) {
        return ask("eth_estimateGas", Map.of("from", from, "to", to, "data", data))
                .quantity();
    }

    /** How many transactions {@code account} has sent as of {@code tag}: its next nonce there. */
    public long transactionCount(Address account, BlockTag tag) {
        return ask("eth_getTransactionCount", account, tag.code()).number();
    }

    /** The native balance of {@code account} in the latest block, in wei. */
    public BigInteger balance(Address account) {
        return ask("eth_getBalance", account, BlockTag.LATEST.code()).quantity();
    }

    /**
     * The base fee of the latest block and the priority fee that the node suggests.
     *
     * @throws RpcTransportException also when the latest block has no base fee
     */
    public FeeSuggestion suggestFees() {
        AnswerField latest = ask(BLOCK_BY_NUMBER, BlockTag.LATEST.code(), false);
        BigInteger baseFee = latest.field("baseFeePerGas").quantity();
        return new FeeSuggestion(
                latest.field("number").number(),
                baseFee,
                ask("eth_maxPriorityFeePerGas").quantity());
    }

    /**
     * Broadcasts a signed transaction. An {@link RpcErrorException} may also say that the node has it already.
     *
     * @param raw the signed bytes (EIP-2718)
     * @return the transaction's hash, which is that of {@code raw}
     */
    public Hash sendRawTransaction(Bytes raw) {
        AnswerField answer = ask("eth_sendRawTransaction", raw);
        Hash hash = Keccak.hash(raw);
        answer.mustBe(hash, answer.hash());
        return hash;
    }

    private AnswerField ask(String method, Object... params) {
        JsonNode result = client.request(method, params);
        return new AnswerField(method, "result", result);
    }

    private static String quantity(long number) {
        return "0x" + Long.toHexString(number);
    }
}
