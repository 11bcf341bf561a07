package org.relayersuite.intake.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.chain.read.ScriptedChain.bytes;
import static org.relayersuite.chain.read.ScriptedChain.head;
import static org.relayersuite.chain.read.ScriptedChain.revert;
import static org.relayersuite.chain.rpc.ScriptedNode.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.gateway.GatewayConfigCalls;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ReadSettings;
import org.relayersuite.chain.read.ScriptedChain;
import org.relayersuite.chain.rpc.ScriptedNode;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.validation.Validation.Invalid;

/** The check against a scripted gateway whose GatewayConfig answers by function and argument. */
class RegistrationCheckTest {
    private static final Address GATEWAY_CONFIG = Address.of("9c".repeat(20));
    private static final Address A = Address.of("aa".repeat(20));
    private static final BigInteger KNOWN = BigInteger.valueOf(8009);
    private static final BigInteger DISABLED = BigInteger.valueOf(8010);
    private static final BigInteger UNKNOWN = new BigInteger("18446744073709551615");
    private static final String VALID_CONTEXT = "07" + "00".repeat(30) + "01";
    private static final String DESTROYED_CONTEXT = "07" + "00".repeat(30) + "02";
    private static final String EPOCH = "08" + "00".repeat(31);
    private static final String REGISTERED = "0xbff3aaba";
    private static final String IS_DISABLED = "0xccc50dba";
    private static final String VALID = "0xbf9b16c8";

    private final ScriptedNode node = new ScriptedNode(ScriptedChain.ID);
    private final ScriptedChain gateway = new ScriptedChain(node);
    private final AtomicLong now = new AtomicLong();
    private final Map<String, Boolean> yes = new ConcurrentHashMap<>();
    private final RegistrationCheck check = check(Duration.ofSeconds(30));

    private record Config(
            Duration maxAge, Duration refusalMaxAge, Duration deadline, Duration maxStale, Duration quietPeriod)
            implements RegistrationConfig {}

    private RegistrationCheck check(Duration maxAge) {
        ChainReads reads = new ChainReads(
                gateway.ethereum(),
                ScriptedChain.ID,
                new ReadSettings(Duration.ZERO, 1 << 20),
                new SimpleMeterRegistry());
        Config config = new Config(
                maxAge, Duration.ZERO, Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofSeconds(5));
        return new RegistrationCheck(
                new GatewayConfigCalls(GATEWAY_CONFIG), new GatewayRegister(reads, config, now::get));
    }

    @BeforeEach
    void deploy() {
        head(node, 16);
        node.on("eth_call", (exchange, request) -> {
            assertThat(request.at("/params/0/to").asText()).isEqualTo(GATEWAY_CONFIG.toString());
            boolean answer = yes.getOrDefault(request.at("/params/0/data").asText(), false);
            bytes("00".repeat(31) + (answer ? "01" : "00")).write(exchange, request);
        });
        say(REGISTERED, KNOWN, true);
        say(REGISTERED, DISABLED, true);
        say(IS_DISABLED, DISABLED, true);
        say(VALID, new BigInteger(VALID_CONTEXT, 16), true);
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private void say(String selector, BigInteger about, boolean answer) {
        yes.put(selector + "%064x".formatted(about), answer);
    }

    private static Handle handle(BigInteger chainId) {
        return Handle.of("11".repeat(21) + "00" + "%016x".formatted(chainId) + "0500");
    }

    private static InputProof inputProof(BigInteger chainId) {
        return new InputProof(chainId, A, A, Bytes.fromHex("01"), Bytes.fromHex("00"));
    }

    private static PublicDecrypt publicDecrypt(BigInteger chainId, String extraData) {
        return new PublicDecrypt(List.of(handle(chainId)), Bytes.fromHex(extraData));
    }

    private static UserDecrypt direct(BigInteger chainId, String extraData) {
        return new UserDecrypt(
                List.of(new HandleContractPair(handle(chainId), A)),
                BigInteger.ONE,
                7,
                chainId,
                List.of(A),
                A,
                Bytes.EMPTY,
                Bytes.EMPTY,
                Bytes.fromHex(extraData));
    }

    private static DelegatedUserDecrypt delegated(BigInteger chainId, String extraData) {
        return new DelegatedUserDecrypt(
                List.of(new HandleContractPair(handle(chainId), A)),
                BigInteger.ONE,
                7,
                chainId,
                List.of(A),
                A,
                A,
                Bytes.EMPTY,
                Bytes.EMPTY,
                Bytes.fromHex(extraData));
    }

    private static UnifiedUserDecrypt unified(BigInteger chainId, String extraData) {
        return new UnifiedUserDecrypt(
                List.of(new HandleEntry(handle(chainId), A, A)),
                A,
                List.of(),
                BigInteger.ONE,
                BigInteger.TEN,
                Bytes.EMPTY,
                Bytes.EMPTY,
                Bytes.fromHex(extraData));
    }

    private static Stream<Arguments> refused() {
        String destroyed = "01" + DESTROYED_CONTEXT;
        String destroyedWithEpoch = "02" + DESTROYED_CONTEXT + EPOCH;
        return Stream.of(
                Arguments.of("contractChainId", inputProof(UNKNOWN)),
                Arguments.of("contractChainId", inputProof(DISABLED)),
                Arguments.of("contractsChainId", direct(UNKNOWN, "00")),
                Arguments.of("contractsChainId", direct(DISABLED, "00")),
                Arguments.of("contractsChainId", delegated(UNKNOWN, "00")),
                Arguments.of("contractsChainId", delegated(DISABLED, "00")),
                Arguments.of("attestedPayload.handles", unified(UNKNOWN, "00")),
                Arguments.of("extraData", publicDecrypt(KNOWN, destroyed)),
                Arguments.of("extraData", publicDecrypt(KNOWN, destroyedWithEpoch)),
                Arguments.of("extraData", direct(KNOWN, destroyed)),
                Arguments.of("extraData", delegated(KNOWN, destroyedWithEpoch)),
                Arguments.of("attestedPayload.extraData", unified(KNOWN, destroyed)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatTheGatewayWouldRefuseIsRefusedAtOnce(String field, RelayerRequest request) {
        assertThat(check.refusalOf(request)).hasValueSatisfying(invalid -> {
            assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED);
            assertThat(invalid.details())
                    .singleElement()
                    .satisfies(issue -> assertThat(issue.field()).isEqualTo(field));
        });
    }

    private static Stream<RelayerRequest> admitted() {
        String valid = "01" + VALID_CONTEXT;
        String validWithEpoch = "02" + VALID_CONTEXT + EPOCH;
        return Stream.of(
                inputProof(KNOWN),
                publicDecrypt(KNOWN, "00"),
                publicDecrypt(KNOWN, valid),
                // The contract does not look at the chain of a public decryption.
                publicDecrypt(UNKNOWN, "00"),
                direct(KNOWN, "00"),
                direct(KNOWN, valid),
                delegated(KNOWN, validWithEpoch),
                unified(KNOWN, validWithEpoch),
                // Nor at whether that of a unified user decryption is disabled.
                unified(DISABLED, "00"));
    }

    @ParameterizedTest
    @MethodSource("admitted")
    void whatTheGatewayWouldTakeIsLetIn(RelayerRequest request) {
        assertThat(check.refusalOf(request)).isEmpty();
    }

    @Test
    void answersAreKeptForAllRequestsThatNeedThem() {
        for (int i = 0; i < 10; i++) {
            assertThat(check.refusalOf(direct(KNOWN, "01" + VALID_CONTEXT))).isEmpty();
            assertThat(check.refusalOf(inputProof(KNOWN))).isEmpty();
        }
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(3);
    }

    @Test
    void aChainThatIsRegisteredLaterIsServedAtOnce() {
        // Given a refusal
        assertThat(check.refusalOf(inputProof(UNKNOWN))).isPresent();
        // When
        say(REGISTERED, UNKNOWN, true);
        head(node, 17);
        // Then
        assertThat(check.refusalOf(inputProof(UNKNOWN))).isEmpty();
    }

    private static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of("fails", http(500, "")),
                Arguments.of("reverts", revert("08c379a0")),
                Arguments.of("has no such contract", bytes("")),
                Arguments.of("answers something else", bytes("02")),
                Arguments.of("answers two words", bytes("00".repeat(64))),
                Arguments.of("answers a number", bytes("00".repeat(31) + "02")));
    }

    @ParameterizedTest(name = "the gateway {0}")
    @MethodSource("unusable")
    void whenTheGatewayDoesNotTellTheRequestIsLetIn(String name, ScriptedNode.Reply reply) {
        node.on("eth_call", reply);
        for (RelayerRequest request : List.of(
                inputProof(UNKNOWN),
                publicDecrypt(KNOWN, "01" + DESTROYED_CONTEXT),
                direct(UNKNOWN, "00"),
                unified(UNKNOWN, "00"))) {
            assertThat(check.refusalOf(request)).isEmpty();
        }
    }

    @Test
    void whenTheGatewayIsLostWhatItSaidLastStillHolds() {
        // Given answers that are too old already, and no new ones
        RegistrationCheck impatient = check(Duration.ZERO);
        assertThat(impatient.refusalOf(inputProof(UNKNOWN))).isPresent();
        assertThat(impatient.refusalOf(inputProof(KNOWN))).isEmpty();
        node.close();
        // Then
        assertThat(impatient.refusalOf(inputProof(UNKNOWN))).isPresent();
        assertThat(impatient.refusalOf(inputProof(KNOWN))).isEmpty();
    }

    @Test
    void afterOneRequestHasWaitedInVainTheNextOnesDoNotWaitForAWhile() {
        // Given a gateway that has just failed one request, and now is silent
        node.on("eth_call", http(500, ""));
        assertThat(check.refusalOf(inputProof(UNKNOWN))).isEmpty();
        node.on("eth_call", node.hang());
        // When
        long start = System.nanoTime();
        Optional<Invalid> silence = check.refusalOf(inputProof(UNKNOWN));
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        // Then it was let in far from its deadline of ten minutes, and from that of the node's answer, and the question
        // was put all the same
        assertThat(silence).isEmpty();
        assertThat(waited).isLessThan(Duration.ofSeconds(30));
        await().untilAsserted(
                        () -> assertThat(ScriptedChain.count(node, "eth_call")).isGreaterThan(2));
    }

    @Test
    void afterThatWhileTheGatewayIsWaitedForAgain() {
        // Given
        node.on("eth_call", http(500, ""));
        assertThat(check.refusalOf(inputProof(UNKNOWN))).isEmpty();
        deploy();
        // When
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        // Then
        assertThat(check.refusalOf(inputProof(UNKNOWN))).isPresent();
    }
}
