package org.relayersuite.chain.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.host.HostNode.KmsNode;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.core.Bytes;

class FheKeyReaderTest {
    private static final KmsNode FIRST = new KmsNode("https://storage.example/kms-public", "PUB-p1");
    private static final KmsStorage STORAGE = new KmsStorage("https://storage.example/kms-public/PUB-p1");

    private final HostNode one = new HostNode();
    private final HostNode two = new HostNode();
    private RpcClient client;
    private FheKeyReader reader;

    @BeforeEach
    void connect() {
        client = new RpcClient(
                new RpcSettings(HostNode.CHAIN_ID, List.of(one.url(), two.url()), Duration.ofSeconds(10), 4, 1 << 20),
                RpcObserver.NONE);
        reader = new FheKeyReader(client, HostNode.KMS_GENERATION, HostNode.PROTOCOL_CONFIG);
    }

    @AfterEach
    void close() {
        client.close();
        one.close();
        two.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                FheKeyContracts.ACTIVE_KEY_ID + " 0xd52f10eb",
                FheKeyContracts.ACTIVE_CRS_ID + " 0xbaff211e",
                FheKeyContracts.CONTEXT_AND_EPOCH + " 0x65b394af",
                FheKeyContracts.KEY_MATERIALS + " 0x936608ae",
                FheKeyContracts.CRS_MATERIALS + " 0xc55b8724",
                FheKeyContracts.CONTEXT_ANCHOR + " 0xc999a8b4"
            })
    void selectorsAreThoseOfTheContracts(String signature, String selector) {
        assertThat(Keccak.selector(signature).toHex()).isEqualTo(selector);
    }

    @ParameterizedTest
    @CsvSource({
        "KEY_NOT_GENERATED,84de1331",
        "CRS_NOT_GENERATED,da32d00f",
        "KEY_ABORTED,83f18335",
        "CRS_ABORTED,d5fd3cd7",
        "INVALID_KMS_CONTEXT,77ddbe81"
    })
    void errorsAreThoseOfTheContracts(KeyRevert revert, String selector) {
        assertThat(revert.selector().toBareHex()).isEqualTo(selector);
    }

    @Test
    void theEventIsThatOfTheContract() {
        assertThat(FheKeyContracts.NEW_KMS_CONTEXT)
                .hasToString("0x204d6b80121154cd87d99cf54c639a3dd0a53b3084277098de972ebdd34c6be9");
    }

    @Test
    void idsAndTheFirstNodesStorageComeFromOneFinalizedBlockOfOneEndpoint() {
        // When
        FheKeyReading reading = reader.read(Optional.empty());

        // Then
        assertThat(reading.key())
                .isEqualTo(new ActiveFheKey(HostNode.KEY, HostNode.CRS, HostNode.CONTEXT, HostNode.id(8, 1)));
        assertThat(reading.storage()).isEqualTo(STORAGE);
        assertThat(reading.block().number()).isEqualTo(100);

        // And every call named that block, at the one endpoint
        assertThat(one.requests())
                .filteredOn(request -> request.path("method").asText().equals("eth_call"))
                .hasSize(6)
                .allSatisfy(
                        request -> assertThat(request.at("/params/1/blockHash").asText())
                                .isEqualTo(HostNode.hash(100).toString()));
        assertThat(one.requests())
                .extracting(request -> request.at("/params/0").asText())
                .contains("finalized");
        assertThat(two.asked("eth_call")).isZero();
    }

    @Test
    void whatIsUnchangedIsConfirmedWithoutReadingTheContextAgain() {
        // Given
        FheKeyReading before = reader.read(Optional.empty());
        one.finalized(101);
        two.finalized(101);

        // When
        FheKeyReading after = reader.read(Optional.of(before));

        // Then
        assertThat(after.block().number()).isEqualTo(101);
        assertThat(after.key()).isEqualTo(before.key());
        assertThat(after.storage()).isEqualTo(before.storage());
        assertThat(one.asked("eth_getLogs")).isEqualTo(1);
    }

    @Test
    void aChangedKeyOrContextIsReadInFull() {
        // Given
        FheKeyReading before = reader.read(Optional.empty());

        // When the key changes, and then the context with its nodes
        one.finalized(101).key(HostNode.id(4, 2));
        FheKeyReading otherKey = reader.read(Optional.of(before));
        one.finalized(102).context(HostNode.id(7, 2)).nodes(new KmsNode("http://new.example", "x"), FIRST);
        FheKeyReading otherContext = reader.read(Optional.of(otherKey));

        // Then
        assertThat(otherKey.key().keyId()).isEqualTo(HostNode.id(4, 2));
        assertThat(one.asked(FheKeyContracts.KEY_MATERIALS)).isEqualTo(3);
        assertThat(otherContext.storage()).isEqualTo(new KmsStorage("http://new.example/x"));
    }

    @Test
    void theNextEndpointIsReadWhenOneFails() {
        one.down(true);
        assertThat(reader.read(Optional.empty()).storage()).isEqualTo(STORAGE);
    }

    @Test
    void theNextEndpointIsReadFromItsStartWhenOneFailsInTheMiddle() {
        // Given an endpoint that fails after the ids
        one.key(HostNode.id(4, 9)).revert(FheKeyContracts.CONTEXT_ANCHOR, Bytes.EMPTY);

        // When / Then nothing of it is mixed into what the other one tells
        assertThat(reader.read(Optional.empty()).key().keyId()).isEqualTo(HostNode.KEY);
    }

    @Test
    void anEndpointThatIsBehindIsReadAfterTheOthers() {
        one.finalized(99).key(HostNode.id(4, 9));
        assertThat(reader.read(Optional.empty()).key().keyId()).isEqualTo(HostNode.KEY);
    }

    @Test
    void noEndpointThatIsBehindReplacesWhatWasSeenLater() {
        // Given
        FheKeyReading before = reader.read(Optional.empty());
        one.finalized(99).key(HostNode.id(4, 9));
        two.down(true);

        // When / Then
        assertThatThrownBy(() -> reader.read(Optional.of(before)))
                .isInstanceOf(FheKeyUnavailableException.class)
                .hasMessageContaining("behind")
                .hasMessageContaining("502");
    }

    @ParameterizedTest
    @EnumSource(KeyRevert.class)
    void refusalsOfTheContractsAreToldInWords(KeyRevert revert) {
        for (HostNode node : List.of(one, two)) {
            node.revert(
                    FheKeyContracts.KEY_MATERIALS,
                    Bytes.fromHex(revert.selector().toBareHex() + "00".repeat(32)));
        }
        assertUnavailable(revert.meaning());
    }

    @Test
    void whereNothingIsActiveYetThereIsNoKey() {
        one.key(BigInteger.ZERO);
        two.key(BigInteger.ZERO);
        assertUnavailable("active yet");
    }

    @Test
    void aNodeWithoutFinalityTellsNoKey() {
        one.onMethod("eth_getBlockByNumber", "null");
        two.onMethod("eth_getBlockByNumber", "null");
        assertUnavailable("no finalized block");
    }

    @Test
    void aContextThatPointsBeyondTheFinalizedBlockIsRefused() {
        one.finalized(39);
        two.finalized(39);
        assertUnavailable("beyond the finalized block");
    }

    static Stream<Bytes> hostileEvents() {
        String good = HostNode.event(List.of(FIRST)).toBareHex();
        return Stream.of(
                Bytes.EMPTY,
                Bytes.fromHex("00".repeat(31)),
                // no node
                HostNode.event(List.of()),
                // cut in the middle of the first node
                Bytes.fromHex(good.substring(0, 64 * 14)),
                // the nodes' offset points outside
                Bytes.fromHex("ff".repeat(32) + good.substring(64)),
                // more nodes than there is data
                Bytes.fromHex(good.substring(0, 64 * 7) + "7f".repeat(32) + good.substring(64 * 8)),
                // texts beyond every sense
                HostNode.event(List.of(new KmsNode("https://x.example/" + "a".repeat(2_000), "p"))),
                HostNode.event(List.of(new KmsNode("https://x.example", "a".repeat(2_000)))),
                // no UTF-8
                Bytes.fromHex(good.replace(hex("https"), "fffefffeff")));
    }

    private static String hex(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.US_ASCII)).toBareHex();
    }

    @ParameterizedTest
    @MethodSource("hostileEvents")
    void hostileEventsAreRefused(Bytes data) {
        one.eventData(data);
        two.eventData(data);
        assertUnavailable("not usable");
    }

    @Test
    void anEndpointWhoseStorageIsNotServableIsPassedOver() {
        one.nodes(new KmsNode("javascript:alert(1)", "PUB-p1"));
        assertThat(reader.read(Optional.empty()).storage()).isEqualTo(STORAGE);
    }

    @Test
    void anEventOfAnotherContextIsNotTaken() {
        for (HostNode node : List.of(one, two)) {
            node.onMethod("eth_getLogs", "[]");
        }
        assertUnavailable("0 NewKmsContext events");
    }

    @ParameterizedTest
    @CsvSource({
        FheKeyContracts.ACTIVE_KEY_ID + ",''",
        FheKeyContracts.ACTIVE_CRS_ID + ",00",
        FheKeyContracts.CONTEXT_AND_EPOCH + ",0000000000000000000000000000000000000000000000000000000000000001",
        FheKeyContracts.KEY_MATERIALS + ",''",
        FheKeyContracts.CRS_MATERIALS + ",''",
        FheKeyContracts.CONTEXT_ANCHOR + ",ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                + "0000000000000000000000000000000000000000000000000000000000000000"
    })
    void answersOfAnotherShapeAreRefused(String function, String answer) {
        one.on(function, Bytes.fromHex(answer));
        two.on(function, Bytes.fromHex(answer));
        assertUnavailable("not usable");
    }

    @Test
    void reasonsNameNoUrl() {
        one.down(true);
        two.down(true);
        assertThatThrownBy(() -> reader.read(Optional.empty()))
                .isInstanceOf(FheKeyUnavailableException.class)
                .hasMessageNotContaining("http://");
    }

    @Test
    void theChainOfEveryEndpointIsChecked() {
        one.onMethod("eth_chainId", "\"0x1\"").key(HostNode.id(4, 9));
        assertThat(reader.read(Optional.empty()).key().keyId()).isEqualTo(HostNode.KEY);
        assertThat(one.requests())
                .extracting((JsonNode request) -> request.path("method").asText())
                .containsOnly("eth_chainId");
    }

    private void assertUnavailable(String reason) {
        assertThatThrownBy(() -> reader.read(Optional.empty()))
                .isInstanceOf(FheKeyUnavailableException.class)
                .hasMessageContaining(reason);
    }
}
