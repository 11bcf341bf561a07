package org.relayersuite.blocklistener.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.block.FetchedBlock;
import org.relayersuite.chain.rpc.Block;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.rpc.Transaction;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

class EventJsonTest {
    private static final Hash BLOCK = Hash.of("0x" + "AB".repeat(32));
    private static final Hash PARENT = Hash.of("0x" + "12".repeat(32));
    private static final Hash TX0 = Hash.of("0x" + "e0".repeat(32));
    private static final Hash TX1 = Hash.of("0x" + "e1".repeat(32));
    private static final Address FROM = Address.of("0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045");
    private static final Address TOKEN = Address.of("0x" + "c0".repeat(20));

    private static String text(Bytes json) {
        return new String(json.toArray(), StandardCharsets.UTF_8);
    }

    private static BlockHeader header() {
        return new BlockHeader(
                24_619_310, BLOCK, PARENT, Instant.ofEpochSecond(1_773_000_011), Optional.of(BigInteger.TEN));
    }

    @Test
    void aBlockHasExactlyTheFieldsThatConsumersWereWrittenFor() {
        // Given
        Log entry = new Log(
                TOKEN,
                List.of(Hash.of("0x" + "dd".repeat(32)), Hash.of("0x" + "00".repeat(31) + "01")),
                Bytes.fromHex("0x00FF"),
                24_619_310,
                BLOCK,
                TX0,
                0,
                false);
        Block block = new Block(
                header(),
                List.of(
                        new Transaction(
                                TX0,
                                0,
                                FROM,
                                Optional.of(TOKEN),
                                new BigInteger("1000000000000000000"),
                                Bytes.fromHex("0xa9059cbb")),
                        new Transaction(TX1, 1, FROM, Optional.empty(), BigInteger.ZERO, Bytes.EMPTY)));
        List<Receipt> receipts = List.of(
                new Receipt(TX0, BLOCK, 24_619_310, 0, true, List.of(entry)),
                new Receipt(TX1, BLOCK, 24_619_310, 1, false, List.of()));

        // When
        Bytes json = EventJson.block(1, Flow.LIVE, new FetchedBlock(block, receipts));

        // Then
        String expected = """
                {"flow":"LIVE",
                "chain_id":1,
                "block_number":24619310,
                "block_hash":"0x%s",
                "parent_hash":"0x%s",
                "timestamp":1773000011,
                "transactions":[
                {"from":"0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
                "to":"0x%s",
                "hash":"0x%s",
                "transaction_index":0,
                "value":"0xde0b6b3a7640000",
                "data":"0xa9059cbb",
                "logs":[
                {"log_index":0,
                "address":"0x%s",
                "topics":["0x%s","0x%s"],
                "data":"0x00ff"}]},
                {"from":"0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
                "to":null,
                "hash":"0x%s",
                "transaction_index":1,
                "value":"0x0",
                "data":"0x",
                "logs":[]}]}""".formatted(
                        "ab".repeat(32),
                        "12".repeat(32),
                        "c0".repeat(20),
                        "e0".repeat(32),
                        "c0".repeat(20),
                        "dd".repeat(32),
                        "00".repeat(31) + "01",
                        "e1".repeat(32))
                .replace("\n", "");
        assertThat(text(json)).isEqualTo(expected);
    }

    @Test
    void anEmptyBlockHasAnEmptyList() {
        // When
        Bytes json = EventJson.block(
                9_223_372_036_854_775_807L, Flow.REORGED, new FetchedBlock(new Block(header(), List.of()), List.of()));

        // Then
        assertThat(text(json))
                .isEqualTo("{\"flow\":\"REORGED\",\"chain_id\":9223372036854775807,\"block_number\":24619310,"
                        + "\"block_hash\":\"0x" + "ab".repeat(32) + "\",\"parent_hash\":\"0x" + "12".repeat(32)
                        + "\",\"timestamp\":1773000011,\"transactions\":[]}");
    }

    @Test
    void aReorgNoticeNamesBothBranchesFromTheirCommonAncestorUp() {
        // Given
        ReorgNotice notice = new ReorgNotice(
                11_155_111,
                new BlockNumberAndHash(9, PARENT),
                List.of(new BlockNumberAndHash(10, TX0)),
                List.of(new BlockNumberAndHash(10, TX1), new BlockNumberAndHash(11, BLOCK)));

        // Then
        assertThat(text(EventJson.notice(notice)))
                .isEqualTo(("{\"chain_id\":11155111,\"common_ancestor\":{\"block_number\":9,\"block_hash\":\"%s\"},"
                                + "\"orphaned\":[{\"block_number\":10,\"block_hash\":\"%s\"}],"
                                + "\"adopted\":[{\"block_number\":10,\"block_hash\":\"%s\"},"
                                + "{\"block_number\":11,\"block_hash\":\"%s\"}]}")
                        .formatted(PARENT, TX0, TX1, BLOCK));
    }

    @Test
    void aReorgWithoutANewBranchIsNone() {
        assertThatThrownBy(() -> new ReorgNotice(1, new BlockNumberAndHash(9, PARENT), List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
