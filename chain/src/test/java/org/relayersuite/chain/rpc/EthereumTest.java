package org.relayersuite.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.relayersuite.chain.rpc.ScriptedNode.batch;
import static org.relayersuite.chain.rpc.ScriptedNode.error;
import static org.relayersuite.chain.rpc.ScriptedNode.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

class EthereumTest {
    private static final Hash BLOCK = Hash.of("11".repeat(32));
    private static final Hash PARENT = Hash.of("22".repeat(32));
    private static final Hash TX = Hash.of("33".repeat(32));
    private static final Address ACCOUNT = Address.of("aa".repeat(20));
    private static final Address CONTRACT = Address.of("bb".repeat(20));

    private static final Log DECODED_LOG =
            new Log(CONTRACT, List.of(PARENT), Bytes.fromHex("0x01"), 16, BLOCK, TX, 3, false);
    private static final Receipt DECODED_RECEIPT = new Receipt(TX, BLOCK, 16, 0, true, List.of(DECODED_LOG));

    private final ScriptedNode node = new ScriptedNode(31337);
    private final RpcClient client = new RpcClient(
            new RpcSettings(31337, List.of(node.uri()), Duration.ofSeconds(10), 4, 1 << 20), RpcObserver.NONE);
    private final Ethereum ethereum = new Ethereum(client);

    @AfterEach
    void close() {
        client.close();
        node.close();
    }

    private static String header() {
        return "{'number':'0x10','hash':'%s','parentHash':'%s','timestamp':'0x6955b900','baseFeePerGas':'0x7'}"
                .formatted(BLOCK, PARENT)
                .replace('\'', '"');
    }

    private static String transaction() {
        return "{'hash':'%s','blockHash':'%s','transactionIndex':'0x0','from':'%s','to':null,'value':'0x5','input':'0x6001'}"
                .formatted(TX, BLOCK, ACCOUNT)
                .replace('\'', '"');
    }

    private static String block() {
        return header().replaceFirst("}$", ",\"transactions\":[" + transaction() + "]}");
    }

    private static String log() {
        return "{'address':'%s','topics':['%s'],'data':'0x01','blockNumber':'0x10','blockHash':'%s','transactionHash':'%s','logIndex':'0x3'}"
                .formatted(CONTRACT, PARENT, BLOCK, TX)
                .replace('\'', '"');
    }

    private static String receipt() {
        return "{'transactionHash':'%s','blockHash':'%s','blockNumber':'0x10','transactionIndex':'0x0','status':'0x1','logs':[%s]}"
                .formatted(TX, BLOCK, log())
                .replace('\'', '"');
    }

    @Test
    void blocksAreReadWithTheirTransactions() {
        // Given
        node.on("eth_getBlockByNumber", result(block())).on("eth_getBlockByHash", result(block()));
        BlockHeader header = new BlockHeader(
                16, BLOCK, PARENT, Instant.ofEpochSecond(0x6955b900L), Optional.of(BigInteger.valueOf(7)));
        Block expected = new Block(
                header,
                List.of(new Transaction(
                        TX, 0, ACCOUNT, Optional.empty(), BigInteger.valueOf(5), Bytes.fromHex("6001"))));
        // When / Then
        assertThat(ethereum.block(16)).contains(expected);
        assertThat(ethereum.block(BLOCK)).contains(expected);
        assertThat(ethereum.header(16)).contains(header);
        assertThat(ethereum.latestHeader()).isEqualTo(header);
        assertThat(ethereum.finalizedHeader()).contains(header);
        assertThat(node.requests())
                .extracting(request -> request.path("params").toString())
                .contains("[\"0x10\",true]", "[\"" + BLOCK + "\",true]", "[\"0x10\",false]", "[\"finalized\",false]");
    }

    @Test
    void nullMeansThatTheNodeDoesNotKnow() {
        // Given
        node.on("eth_getBlockByNumber", result("null"))
                .on("eth_getBlockByHash", result("null"))
                .on("eth_getBlockReceipts", result("null"))
                .on("eth_getTransactionReceipt", result("null"));
        // When / Then
        assertThat(ethereum.header(16)).isEmpty();
        assertThat(ethereum.block(16)).isEmpty();
        assertThat(ethereum.block(BLOCK)).isEmpty();
        assertThat(ethereum.blockReceipts(BLOCK)).isEmpty();
        assertThat(ethereum.receipt(TX)).isEmpty();
        assertThat(ethereum.finalizedHeader()).isEmpty();
        assertThatThrownBy(ethereum::latestHeader).isInstanceOf(RpcTransportException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "-32602,invalid argument 0",
        "-39001,Unknown block",
        "-32000,finalized block not found",
        "-32000,tag finalized is not supported"
    })
    void nodesWithoutFinalityHaveNoFinalizedHeader(int code, String message) {
        node.on("eth_getBlockByNumber", error(code, message, null));
        assertThat(ethereum.finalizedHeader()).isEmpty();
    }

    @Test
    void otherErrorsAboutFinalityAreNotTakenForAbsence() {
        node.on("eth_getBlockByNumber", error(-32603, "internal error", null));
        assertThatThrownBy(ethereum::finalizedHeader).isInstanceOf(RpcErrorException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"number", "hash", "parentHash", "timestamp", "transactions"})
    void aBlockWithoutAFieldIsRefused(String field) throws Exception {
        node.on("eth_getBlockByNumber", result(without(block(), field)));
        assertThatThrownBy(() -> ethereum.block(16))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageStartingWith("eth_getBlockByNumber: result." + field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash", "blockHash", "transactionIndex", "from", "value", "input"})
    void aTransactionWithoutAFieldIsRefused(String field) throws Exception {
        node.on("eth_getBlockByHash", result(block().replace(transaction(), without(transaction(), field))));
        assertThatThrownBy(() -> ethereum.block(BLOCK))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageStartingWith("eth_getBlockByHash: result.transactions[0]." + field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactionHash", "blockHash", "blockNumber", "transactionIndex", "status", "logs"})
    void aReceiptWithoutAFieldIsRefused(String field) throws Exception {
        node.on("eth_getTransactionReceipt", result(without(receipt(), field)));
        assertThatThrownBy(() -> ethereum.receipt(TX))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageStartingWith("eth_getTransactionReceipt: result.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"address", "topics", "blockNumber", "blockHash", "transactionHash", "logIndex"})
    void aLogWithoutAFieldIsRefused(String field) throws Exception {
        node.on("eth_getLogs", result("[" + without(log(), field) + "]"));
        assertThatThrownBy(() -> ethereum.logs(BLOCK, List.of()))
                .isInstanceOf(RpcTransportException.class)
                .hasMessageStartingWith("eth_getLogs: result[0]." + field);
    }

    private static String without(String json, String field) throws Exception {
        ObjectNode node = (ObjectNode) ScriptedNode.JSON.readTree(json);
        node.remove(field);
        return node.toString();
    }

    @Test
    void answersAboutSomethingElseThanAskedAreRefused() {
        // Given
        Hash other = Hash.of("44".repeat(32));
        node.on("eth_getBlockByNumber", result(block()))
                .on("eth_getBlockByHash", result(block()))
                .on("eth_getBlockReceipts", result("[" + receipt() + "]"))
                .on("eth_getTransactionReceipt", result(receipt()))
                .on("eth_getLogs", result("[" + log() + "]"))
                .on("eth_sendRawTransaction", result("\"" + other + "\""));
        // When / Then
        assertRefused(() -> ethereum.block(17));
        assertRefused(() -> ethereum.header(17));
        assertRefused(() -> ethereum.block(other));
        assertRefused(() -> ethereum.blockReceipts(other));
        assertRefused(() -> ethereum.receipt(other));
        assertRefused(() -> ethereum.logs(other, List.of()));
        assertRefused(() -> ethereum.logs(BLOCK, List.of(ACCOUNT)));
        assertRefused(() -> ethereum.sendRawTransaction(Bytes.fromHex("0x02")));
    }

    @Test
    void answersThatContradictThemselvesAreRefused() {
        // Given a transaction and a log of another block, and a hole in the receipts
        String other = "44".repeat(32);
        node.on(
                        "eth_getBlockByNumber",
                        result(block().replace("\"blockHash\":\"" + BLOCK, "\"blockHash\":\"0x" + other)))
                .on(
                        "eth_getTransactionReceipt",
                        result(receipt().replace(log(), log().replace(BLOCK.toString(), "0x" + other))))
                .on("eth_getBlockReceipts", result("[" + receipt() + "," + receipt() + "]"));
        // When / Then
        assertRefused(() -> ethereum.block(16));
        assertRefused(() -> ethereum.receipt(TX));
        assertRefused(() -> ethereum.blockReceipts(BLOCK));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(RpcTransportException.class).hasMessageContaining(": result");
    }

    @Test
    void receiptsAndLogsAreRead() {
        // Given
        node.on("eth_getTransactionReceipt", result(receipt()))
                .on("eth_getBlockReceipts", result("[" + receipt() + "]"))
                .on("eth_getLogs", result("[" + log() + "]"));
        // When / Then
        assertThat(ethereum.receipt(TX)).contains(DECODED_RECEIPT);
        assertThat(ethereum.blockReceipts(BLOCK)).contains(List.of(DECODED_RECEIPT));
        assertThat(ethereum.logs(BLOCK, List.of(CONTRACT))).containsExactly(DECODED_LOG);
        assertThat(node.requests().getLast().path("params").toString())
                .isEqualTo("[{\"blockHash\":\"%s\",\"address\":[\"%s\"]}]".formatted(BLOCK, CONTRACT));
    }

    @Test
    void theStatusTellsFailureAndOldReceiptsWithARootSucceeded() {
        node.on("eth_getTransactionReceipt", result(receipt().replace("\"status\":\"0x1\"", "\"status\":\"0x0\"")));
        assertThat(ethereum.receipt(TX))
                .hasValueSatisfying(receipt -> assertThat(receipt.succeeded()).isFalse());
        node.on(
                "eth_getTransactionReceipt",
                result(receipt().replace("\"status\":\"0x1\"", "\"root\":\"" + PARENT + "\"")));
        assertThat(ethereum.receipt(TX))
                .hasValueSatisfying(receipt -> assertThat(receipt.succeeded()).isTrue());
        node.on("eth_getTransactionReceipt", result(receipt().replace("\"status\":\"0x1\"", "\"status\":\"0x2\"")));
        assertRefused(() -> ethereum.receipt(TX));
    }

    @Test
    void receiptsAreFetchedOneByOneFromNodesThatCannotGiveABlocksReceipts() {
        // Given
        node.on("eth_getBlockByHash", result(header().replaceFirst("}$", ",\"transactions\":[\"" + TX + "\"]}")))
                .on("batch", batch(call -> "{\"id\":" + call.path("id") + ",\"result\":" + receipt() + "}"));
        // When
        Optional<List<Receipt>> receipts = ethereum.blockReceipts(BLOCK);
        // Then
        assertThat(receipts).contains(List.of(DECODED_RECEIPT));
        assertThat(node.methods())
                .containsExactly("eth_chainId", "eth_getBlockReceipts", "eth_getBlockByHash", "batch");
        // And a receipt that is missing makes the whole answer missing
        node.on("batch", batch(call -> "{\"id\":" + call.path("id") + ",\"result\":null}"));
        assertThat(ethereum.blockReceipts(BLOCK)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "16",
                "\"\"",
                "\"0x\"",
                "\"10\"",
                "\"0x-1\"",
                "\"0x+1\"",
                "\"0xg\"",
                "\"0x8000000000000000\"",
                "null",
                "{}",
                "\"0x10000000000000000000000000000000000000000000000000000000000000000\"",
                "\"0x１\""
            })
    void malformedQuantitiesAreRefused(String json) {
        node.on("eth_blockNumber", result(json));
        assertThatThrownBy(ethereum::blockNumber)
                .isInstanceOf(RpcTransportException.class)
                .hasMessageStartingWith("eth_blockNumber: result ");
    }

    @Test
    void callsCarryTheirParameters() {
        // Given
        node.on("eth_blockNumber", result("\"0x7fffffffffffffff\""))
                .on("eth_call", result("\"0x0102\""))
                .on("eth_estimateGas", result("\"0x5208\""))
                .on("eth_getTransactionCount", result("\"0x9\""))
                .on("eth_getBalance", result("\"0xde0b6b3a7640000\""))
                .on("eth_getBlockByNumber", result(header()))
                .on("eth_maxPriorityFeePerGas", result("\"0x3\""));
        Bytes raw = Bytes.fromHex("0x02c0");
        node.on("eth_sendRawTransaction", result("\"" + Keccak.hash(raw) + "\""));
        // When / Then
        assertThat(ethereum.chainId()).isEqualTo(31337);
        assertThat(ethereum.blockNumber()).isEqualTo(Long.MAX_VALUE);
        assertThat(ethereum.call(CONTRACT, Bytes.fromHex("0xab"))).isEqualTo(Bytes.fromHex("0x0102"));
        assertThat(ethereum.estimateGas(ACCOUNT, CONTRACT, Bytes.EMPTY)).isEqualTo(21_000);
        assertThat(ethereum.transactionCount(ACCOUNT, BlockTag.PENDING)).isEqualTo(9);
        assertThat(ethereum.balance(ACCOUNT)).isEqualTo(BigInteger.TEN.pow(18));
        assertThat(ethereum.suggestFees())
                .isEqualTo(new FeeSuggestion(16, BigInteger.valueOf(7), BigInteger.valueOf(3)));
        assertThat(ethereum.sendRawTransaction(raw)).isEqualTo(Keccak.hash(raw));
        assertThat(node.requests())
                .extracting(request -> request.path("params"))
                .contains(
                        json("[{\"to\":\"%s\",\"data\":\"0xab\"},\"latest\"]".formatted(CONTRACT)),
                        json("[{\"from\":\"%s\",\"to\":\"%s\",\"data\":\"0x\"}]".formatted(ACCOUNT, CONTRACT)),
                        json("[\"%s\",\"pending\"]".formatted(ACCOUNT)),
                        json("[\"0x02c0\"]"));
    }

    @Test
    void callsSayOnWhichBlockAndWithHowMuchGas() {
        // Given
        node.on("eth_call", result("\"0x0102\""));
        // When
        ethereum.call(CONTRACT, Bytes.fromHex("0xab"), BlockTag.FINALIZED);
        ethereum.call(CONTRACT, Bytes.fromHex("0xab"), BLOCK, OptionalLong.empty());
        ethereum.call(CONTRACT, Bytes.fromHex("0xab"), BlockTag.LATEST, OptionalLong.of(100_000));
        // Then
        assertThat(node.requests())
                .extracting(request -> request.path("params"))
                .contains(
                        json("[{\"to\":\"%s\",\"data\":\"0xab\"},\"finalized\"]".formatted(CONTRACT)),
                        json("[{\"to\":\"%s\",\"data\":\"0xab\"},{\"blockHash\":\"%s\",\"requireCanonical\":true}]"
                                .formatted(CONTRACT, BLOCK)),
                        json("[{\"to\":\"%s\",\"data\":\"0xab\",\"gas\":\"0x186a0\"},\"latest\"]".formatted(CONTRACT)));
    }

    @Test
    void logsOfOneBlockAreReadByNumberAndTopic() {
        // Given
        node.on("eth_getLogs", result("[" + log() + "," + log().replace("0x3\"", "0x4\"") + "]"));
        // When / Then
        assertThat(ethereum.logs(16, List.of(CONTRACT), List.of(PARENT)))
                .hasSize(2)
                .contains(DECODED_LOG);
        assertThat(node.requests().getLast().path("params"))
                .isEqualTo(
                        json("[{\"fromBlock\":\"0x10\",\"toBlock\":\"0x10\",\"address\":[\"%s\"],\"topics\":[\"%s\"]}]"
                                .formatted(CONTRACT, PARENT)));
    }

    @Test
    void logsOfAnotherBlockTopicOrContractThanAskedAreRefused() {
        node.on("eth_getLogs", result("[" + log() + "]"));
        assertRefused(() -> ethereum.logs(17, List.of(CONTRACT), List.of()));
        assertRefused(() -> ethereum.logs(16, List.of(ACCOUNT), List.of()));
        assertRefused(() -> ethereum.logs(16, List.of(CONTRACT), List.of(TX)));
        assertRefused(() -> ethereum.logs(16, List.of(CONTRACT), List.of(PARENT, TX)));
        // And two forks in one answer
        node.on("eth_getLogs", result("[" + log() + "," + log().replace(BLOCK.toString(), TX.toString()) + "]"));
        assertRefused(() -> ethereum.logs(16, List.of(), List.of()));
    }

    @Test
    void aChainWithoutBaseFeeHasNoFeeSuggestion() throws Exception {
        node.on("eth_getBlockByNumber", result(without(header(), "baseFeePerGas")))
                .on("eth_maxPriorityFeePerGas", result("\"0x3\""));
        assertThatThrownBy(ethereum::suggestFees)
                .isInstanceOf(RpcTransportException.class)
                .hasMessageContaining("baseFeePerGas");
    }

    private static JsonNode json(String text) {
        try {
            return ScriptedNode.JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
