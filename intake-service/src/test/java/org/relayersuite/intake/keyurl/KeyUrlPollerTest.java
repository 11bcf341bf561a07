package org.relayersuite.intake.keyurl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.host.FheKeyReader;
import org.relayersuite.chain.host.HostNode;
import org.relayersuite.chain.host.HostNode.KmsNode;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.intake.MovableClock;
import org.relayersuite.intake.answer.Answer;

/** What clients are told while the host chain and its nodes do all sorts of things. */
class KeyUrlPollerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FOLDER = "https://storage.example/kms-public/PUB-p1";

    private final HostNode node = new HostNode();
    private final HostNode other = new HostNode();
    private final MovableClock clock = new MovableClock();
    private final AtomicInteger failures = new AtomicInteger();
    private RpcClient client;
    private KeyUrlPoller poller;

    @BeforeEach
    void connect() {
        client = new RpcClient(
                new RpcSettings(
                        HostNode.CHAIN_ID, List.of(node.url(), other.url()), Duration.ofSeconds(10), 4, 1 << 20),
                RpcObserver.NONE);
        FheKeyReader reader = new FheKeyReader(client, HostNode.KMS_GENERATION, HostNode.PROTOCOL_CONFIG);
        poller = new KeyUrlPoller(reader::read, failures::incrementAndGet, clock);
    }

    @AfterEach
    void close() {
        client.close();
        node.close();
        other.close();
    }

    @Test
    void theFirstAnswerIsServedWithOneUrlPerItemFromTheFirstNode() {
        // When
        poller.run();

        // Then
        assertThat(body()).hasToString("""
                {"status":"succeeded","response":{"fheKeyInfo":[{"fhePublicKey":{"dataId":"0x%1$s",\
                "urls":["%3$s/PublicKey/%1$s"]}}],"crs":{"2048":{"dataId":"0x%2$s","urls":["%3$s/CRS/%2$s"]}}}}""".formatted("04" + "0".repeat(61) + "1", "05" + "0".repeat(61) + "1", FOLDER));
    }

    @Test
    void aNewActiveKeyIsServedFromTheNextPollOn() {
        // Given
        poller.run();
        Instant before = poller.known().orElseThrow().since();

        // When
        node.finalized(150).key(HostNode.id(4, 2));
        poller.run();

        // Then
        assertThat(keyUrl()).isEqualTo(FOLDER + "/PublicKey/04" + "0".repeat(61) + "2");
        assertThat(poller.known().orElseThrow().since()).isEqualTo(before.plusSeconds(50));
    }

    @Test
    void anotherContextMovesTheUrlsToItsFirstNode() {
        // Given
        poller.run();

        // When
        node.finalized(101)
                .context(HostNode.id(7, 2))
                .nodes(new KmsNode("https://new.example/", "N1"), new KmsNode("https://second.example", "N2"));
        poller.run();

        // Then
        assertThat(keyUrl()).startsWith("https://new.example/N1/PublicKey/04");
    }

    @Test
    void ageCountsFromTheLastConfirmationAndLastModifiedFromTheFirst() {
        // Given
        poller.run();
        String modified = answer().headers().get("Last-Modified");
        assertThat(answer().headers()).containsEntry("Age", "0");
        assertThat(modified).matches("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");

        // When nobody answers for a while
        node.down(true);
        other.down(true);
        clock.advance(Duration.ofSeconds(90));
        poller.run();

        // Then
        assertThat(answer().httpStatus()).isEqualTo(200);
        assertThat(answer().headers()).containsEntry("Age", "90");

        // And a confirmation makes it young, not new
        node.down(false).finalized(200);
        poller.run();
        assertThat(answer().headers()).containsEntry("Age", "0").containsEntry("Last-Modified", modified);
    }

    @Test
    void anotherEndpointConfirmsWhatOneDoesNot() {
        // Given
        poller.run();

        // When
        node.down(true);
        other.key(HostNode.id(4, 3));
        clock.advance(Duration.ofSeconds(12));
        poller.run();

        // Then
        assertThat(keyUrl()).endsWith("3");
        assertThat(poller.age()).isZero();
        assertThat(failures).hasValue(0);
    }

    /** Each makes both endpoints useless in its way. */
    static Stream<Consumer<HostNode>> faults() {
        return Stream.of(
                node -> node.down(true),
                node -> node.finalized(39),
                node -> node.key(BigInteger.ZERO),
                node -> node.onMethod("eth_getBlockByNumber", "null"),
                node -> node.key(HostNode.id(4, 2)).nodes(),
                node -> node.key(HostNode.id(4, 2)).nodes(new KmsNode("javascript:alert(1)", "PUB-p1")),
                node -> node.key(HostNode.id(4, 2)).nodes(new KmsNode("https://x.example/\u0000", "PUB-p1")),
                node -> node.key(HostNode.id(4, 2)).nodes(new KmsNode("https://x.example", "a".repeat(5_000))),
                node -> node.key(HostNode.id(4, 2)).onMethod("eth_getLogs", "[]"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatIsKnownStaysAndGrowsOldUntilAnAnswerIsUsable(Consumer<HostNode> fault) {
        // Given
        poller.run();
        JsonNode known = body();

        // When
        fault.accept(node);
        fault.accept(other);
        clock.advance(Duration.ofSeconds(12));
        poller.run();

        // Then
        assertThat(body()).isEqualTo(known);
        assertThat(poller.age()).hasSeconds(12);
        assertThat(failures).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void untilTheFirstUsableAnswerClientsAreToldThatThereIsNone(Consumer<HostNode> fault) {
        // Given
        fault.accept(node);
        fault.accept(other);
        clock.advance(Duration.ofSeconds(5));

        // When
        poller.run();

        // Then
        assertThat(answer().httpStatus()).isEqualTo(503);
        assertThat(answer().retryAfter()).isEmpty();
        assertThat(body().at("/status").asText()).isEqualTo("failed");
        assertThat(body().at("/error/label").asText()).isEqualTo("gateway_not_reachable");
        assertThat(poller.age()).hasSeconds(5);
    }

    @Test
    void whereNothingIsConfiguredThereIsNoSuchResource() {
        Answer answer = KeyUrlPath.answer(Optional.empty());
        assertThat(answer.httpStatus()).isEqualTo(404);
        assertThat(JSON.valueToTree(answer.body()).at("/error/label").asText()).isEqualTo("not_found");
    }

    private String keyUrl() {
        return body().at("/response/fheKeyInfo/0/fhePublicKey/urls/0").asText();
    }

    private JsonNode body() {
        return JSON.valueToTree(answer().body());
    }

    private Answer answer() {
        return KeyUrlPath.answer(Optional.of(poller));
    }
}
