package org.relayersuite.intake.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.chain.read.ScriptedChain.bytes;
import static org.relayersuite.chain.read.ScriptedChain.head;
import static org.relayersuite.chain.read.ScriptedChain.revert;
import static org.relayersuite.chain.rpc.ScriptedNode.error;
import static org.relayersuite.chain.rpc.ScriptedNode.first;
import static org.relayersuite.chain.rpc.ScriptedNode.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.eip712.DecryptRequestDigest;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ReadSettings;
import org.relayersuite.chain.read.ScriptedChain;
import org.relayersuite.chain.rpc.ScriptedNode;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.SignedDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.validation.Validation.Invalid;

/** The check against a scripted host chain. */
class SignatureCheckTest {
    private static final BigInteger CHAIN = BigInteger.valueOf(ScriptedChain.ID);
    private static final Address DECRYPTION = Address.of("0xB8Ae44365c45A7C5256b14F607CaE23BC040c354");
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final Bytes PUBLIC_KEY = Bytes.fromHex("abcd");
    private static final Bytes EXTRA_DATA = Bytes.fromHex("00");
    private static final BigInteger START = BigInteger.valueOf(1767225600);
    private static final PrivateKeySigner USER = new PrivateKeySigner(Bytes.fromHex("11".repeat(32)));
    private static final PrivateKeySigner OTHER = new PrivateKeySigner(Bytes.fromHex("22".repeat(32)));
    private static final String MAGIC = "1626ba7e";
    private static final String ACCEPTED = MAGIC + "00".repeat(28);
    private static final String ORDER = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

    private final ScriptedNode node = new ScriptedNode(ScriptedChain.ID);
    private final ScriptedChain chain = new ScriptedChain(node);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<Duration> pauses = new ArrayList<>();
    private final SignatureCheck check = check(Duration.ZERO);

    private record Config(long erc1271GasLimit, Duration attemptTimeout, Retry retry) implements SignatureCheckConfig {}

    private record Attempts(int maxAttempts, Duration retryInterval) implements SignatureCheckConfig.Retry {}

    /** @param headMaxAge zero: every question asks for the latest block, too */
    private SignatureCheck check(Duration headMaxAge) {
        ChainReads reads = new ChainReads(
                chain.ethereum(), ScriptedChain.ID, new ReadSettings(headMaxAge, 1 << 20), new SimpleMeterRegistry());
        Map<BigInteger, ChainReads> hosts = Map.of(CHAIN, reads);
        Config config = new Config(100_000, Duration.ofSeconds(10), new Attempts(3, Duration.ofSeconds(1)));
        return new SignatureCheck(
                DECRYPTION,
                new ContractWallets(id -> Optional.ofNullable(hosts.get(id)), config, pauses::add),
                registry);
    }

    @BeforeEach
    void noAccountHasCode() {
        head(node, 16);
        node.on("eth_call", bytes(""));
    }

    @AfterEach
    void close() {
        chain.close();
    }

    private static Handle handle(BigInteger chainId) {
        return Handle.of("11".repeat(21) + "00" + "%016x".formatted(chainId) + "0500");
    }

    private static UserDecrypt direct(BigInteger chainId, Address user, Bytes signature) {
        return new UserDecrypt(
                List.of(new HandleContractPair(handle(chainId), CONTRACT)),
                START,
                7,
                chainId,
                List.of(CONTRACT),
                user,
                PUBLIC_KEY,
                signature,
                EXTRA_DATA);
    }

    private static DelegatedUserDecrypt delegated(BigInteger chainId, Address delegate, Bytes signature) {
        return new DelegatedUserDecrypt(
                List.of(new HandleContractPair(handle(chainId), CONTRACT)),
                START,
                7,
                chainId,
                List.of(CONTRACT),
                OTHER.address(),
                delegate,
                PUBLIC_KEY,
                signature,
                EXTRA_DATA);
    }

    private static UnifiedUserDecrypt unified(BigInteger chainId, Address user, Bytes signature) {
        return new UnifiedUserDecrypt(
                List.of(new HandleEntry(handle(chainId), CONTRACT, user)),
                user,
                List.of(CONTRACT),
                START,
                BigInteger.valueOf(604_800),
                PUBLIC_KEY,
                signature,
                EXTRA_DATA);
    }

    /** One of the forms of a user decryption. */
    private interface Form {
        SignedDecrypt of(BigInteger chainId, Address signer, Bytes signature);
    }

    private static final List<Map.Entry<String, Form>> FORMS = List.of(
            Map.entry("direct", SignatureCheckTest::direct),
            Map.entry("delegated", SignatureCheckTest::delegated),
            Map.entry("unified", SignatureCheckTest::unified));

    private static Stream<Arguments> forms() {
        return FORMS.stream().map(form -> Arguments.of(form.getKey(), form.getValue()));
    }

    /** What {@code key} signs for the request that {@code account} makes. */
    private static Bytes sign(
            Form form, BigInteger chainId, Address account, Address decryption, PrivateKeySigner key) {
        SignedDecrypt request = form.of(chainId, account, Bytes.EMPTY);
        return key.signDigest(DecryptRequestDigest.of(request, chainId, decryption));
    }

    private static Bytes valid(Form form) {
        return sign(form, CHAIN, USER.address(), DECRYPTION, USER);
    }

    private double counted(String outcome) {
        return registry.get("relayer_user_decrypt_signature_precheck_total")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private static void assertRejected(Optional<Invalid> refusal) {
        assertThat(refusal).hasValueSatisfying(invalid -> {
            assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED);
            assertThat(invalid.details())
                    .singleElement()
                    .satisfies(issue -> assertThat(issue.field()).isEqualTo("signature"));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void theSignersOwnSignatureIsAcceptedWithoutAskingAnyChain(String name, Form form) {
        assertThat(check.refusalOf(form.of(CHAIN, USER.address(), valid(form)))).isEmpty();
        assertThat(node.methods()).isEmpty();
        assertThat(counted("accepted")).isEqualTo(1);
    }

    @Test
    void theSignatureOfTheReferencesExampleIsAccepted() {
        // Given the request of spec/relayer.md 1.10, which is for chain 8009
        Bytes signature = Bytes.fromHex("bf9d6d74f04ab91e78a4ab2f125a098c3be316a56560823dbf0c11d9b870ec49"
                + "2e5bf402480d9d1b2c6b49e1f5646d3c3f75319150d6edf5a6300bf9a5457b351b");
        Address user = Address.of("0x31De9c8ac5ECD5EacEddDdEE531e9BaD8AC9c2A5");
        // When / Then
        assertThat(check.refusalOf(unified(BigInteger.valueOf(8009), user, signature)))
                .isEmpty();
    }

    private static Stream<Arguments> foreign() {
        return FORMS.stream().flatMap(entry -> {
            Form form = entry.getValue();
            String name = entry.getKey();
            Address user = USER.address();
            Form anotherForm = name.equals("direct") ? SignatureCheckTest::delegated : SignatureCheckTest::direct;
            return Stream.of(
                    Arguments.of(name + " by somebody else", form, sign(form, CHAIN, user, DECRYPTION, OTHER)),
                    Arguments.of(name + " for another chain", form, sign(form, BigInteger.TWO, user, DECRYPTION, USER)),
                    Arguments.of(name + " for another contract", form, sign(form, CHAIN, user, CONTRACT, USER)),
                    Arguments.of(name + " of another form", form, sign(anotherForm, CHAIN, user, DECRYPTION, USER)));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("foreign")
    void aSignatureForSomethingElseIsRejectedOnceTheAccountTurnsOutToHaveNoCode(
            String name, Form form, Bytes signature) {
        assertRejected(check.refusalOf(form.of(CHAIN, USER.address(), signature)));
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
        assertThat(counted("rejected")).isEqualTo(1);
    }

    private static Stream<Arguments> changed() {
        UserDecrypt signed = direct(CHAIN, USER.address(), valid(SignatureCheckTest::direct));
        List<Address> twice = List.of(CONTRACT, CONTRACT);
        return Stream.of(
                Arguments.of("public key", changed(signed, START, 7, signed.contractAddresses(), "abce", "00")),
                Arguments.of("start", changed(signed, BigInteger.ONE, 7, signed.contractAddresses(), "abcd", "00")),
                Arguments.of("duration", changed(signed, START, 8, signed.contractAddresses(), "abcd", "00")),
                Arguments.of("contracts", changed(signed, START, 7, twice, "abcd", "00")),
                Arguments.of("extra data", changed(signed, START, 7, signed.contractAddresses(), "abcd", "")));
    }

    private static UserDecrypt changed(
            UserDecrypt signed,
            BigInteger start,
            long days,
            List<Address> contracts,
            String publicKey,
            String extraData) {
        return new UserDecrypt(
                signed.pairs(),
                start,
                days,
                signed.contractsChainId(),
                contracts,
                signed.userAddress(),
                Bytes.fromHex(publicKey),
                signed.signature(),
                Bytes.fromHex(extraData));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changed")
    void aSignatureCoversEverythingThatItIsFor(String name, UserDecrypt changed) {
        assertRejected(check.refusalOf(changed));
    }

    private static Stream<Arguments> malformed() {
        String signature = valid(SignatureCheckTest::unified).toBareHex();
        String r = signature.substring(0, 64);
        String s = signature.substring(64, 128);
        String v = signature.substring(128);
        String high = "%064x".formatted(new BigInteger(ORDER, 16).subtract(new BigInteger(s, 16)));
        return Stream.of(
                Arguments.of("nothing", ""),
                Arguments.of("one byte", "00"),
                Arguments.of("64 bytes", r + s),
                Arguments.of("66 bytes", signature + "00"),
                Arguments.of("v 0 or 1", r + s + (v.equals("1b") ? "00" : "01")),
                Arguments.of("the other v", r + s + (v.equals("1b") ? "1c" : "1b")),
                Arguments.of("zero r", "00".repeat(32) + s + v),
                Arguments.of("zero s", r + "00".repeat(32) + v),
                Arguments.of("malleable s", r + high + (v.equals("1b") ? "1c" : "1b")),
                Arguments.of("s of the order", r + ORDER + v),
                Arguments.of("junk", "cd".repeat(65)),
                Arguments.of("all zero", "00".repeat(65)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void whatTheContractWouldRefuseIsRejected(String name, String signature) {
        assertRejected(check.refusalOf(unified(CHAIN, USER.address(), Bytes.fromHex(signature))));
        assertThat(counted("rejected")).isEqualTo(1);
        assertThat(counted("accepted")).isZero();
    }

    private static Stream<Arguments> walletsThatAccept() {
        return Stream.of(
                Arguments.of("a word", bytes(ACCEPTED)),
                Arguments.of("dirty padding", bytes(MAGIC + "ff".repeat(28))),
                Arguments.of("more than a word", bytes(ACCEPTED + "00".repeat(64))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("walletsThatAccept")
    void aContractWalletThatAcceptsMakesTheRequestValid(String name, ScriptedNode.Reply reply) {
        node.on("eth_call", reply);
        for (Map.Entry<String, Form> form : FORMS) {
            assertThat(check.refusalOf(form.getValue().of(CHAIN, USER.address(), Bytes.fromHex("c0ffee"))))
                    .isEmpty();
        }
        assertThat(counted("accepted")).isEqualTo(3);
    }

    private static Stream<Arguments> walletsThatDoNot() {
        return Stream.of(
                Arguments.of("no code", bytes("")),
                Arguments.of("the selector alone", bytes(MAGIC)),
                Arguments.of("31 bytes", bytes(MAGIC + "00".repeat(27))),
                Arguments.of("selector at the end", bytes("00".repeat(28) + MAGIC)),
                Arguments.of("true", bytes("00".repeat(31) + "01")),
                Arguments.of("the failure value", bytes("ffffffff" + "00".repeat(28))),
                Arguments.of("a revert", revert("08c379a0")),
                Arguments.of("a revert with the selector", revert(ACCEPTED)),
                Arguments.of("out of gas", error(-32000, "out of gas", null)),
                Arguments.of("invalid opcode", error(-32000, "invalid opcode: INVALID", null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("walletsThatDoNot")
    void anythingElseThatAWalletDoesIsARejection(String name, ScriptedNode.Reply reply) {
        node.on("eth_call", reply);
        assertRejected(check.refusalOf(unified(CHAIN, USER.address(), Bytes.fromHex("c0ffee"))));
        assertThat(pauses).isEmpty();
    }

    @Test
    void theWalletOfTheDelegateIsAskedAboutTheDigestWithACapOnItsGas() {
        // Given
        node.on("eth_call", bytes(ACCEPTED));
        Bytes signature = Bytes.fromHex("c0ffee".repeat(40));
        DelegatedUserDecrypt request = delegated(CHAIN, USER.address(), signature);
        // When
        check.refusalOf(request);
        // Then
        JsonNode call = node.requests().getLast().at("/params/0");
        assertThat(call.path("to").asText()).isEqualTo(USER.address().toString());
        assertThat(call.path("gas").asText()).isEqualTo("0x186a0");
        String data = call.path("data").asText();
        assertThat(data).startsWith("0x" + MAGIC);
        Bytes arguments = Bytes.fromHex(data.substring(10));
        Hash digest = DecryptRequestDigest.of(request, CHAIN, DECRYPTION);
        assertThat(arguments.toBareHex()).startsWith(digest.value().toBareHex());
        assertThat(new AbiReader(arguments, 2).bytes(1)).isEqualTo(signature);
    }

    @Test
    void aHostChainThatGivesNoAnswerIsAskedThreeTimesAndThenBlamedOnUs() {
        // Given
        node.on("eth_call", http(500, ""));
        // When
        Optional<Invalid> refusal = check.refusalOf(unified(CHAIN, USER.address(), Bytes.fromHex("c0ffee")));
        // Then
        assertThat(refusal).hasValueSatisfying(invalid -> {
            assertThat(invalid.label()).isEqualTo(ErrorLabel.HOST_ACL_FAILED);
            assertThat(invalid.label().httpStatus()).isEqualTo(500);
            assertThat(invalid.message()).doesNotContain("127.0.0.1", "http");
        });
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(counted("host_call_failed")).isEqualTo(1);
    }

    @Test
    void anErrorThatSaysNothingAboutTheWalletIsAskedAgain() {
        node.on("eth_call", first(error(-32603, "internal error", null), bytes(ACCEPTED)));
        assertThat(check.refusalOf(unified(CHAIN, USER.address(), Bytes.fromHex("c0ffee"))))
                .isEmpty();
    }

    @Test
    void aLostHostChainTakesNothingFromAccountsWithKeysNorFromOtherKindsOfRequest() {
        // Given
        node.close();
        // When / Then
        assertThat(check.refusalOf(unified(CHAIN, USER.address(), valid(SignatureCheckTest::unified))))
                .isEmpty();
        assertThat(check.refusalOf(new RelayerRequest.PublicDecrypt(List.of(handle(CHAIN)), EXTRA_DATA)))
                .isEmpty();
        assertThat(check.refusalOf(new RelayerRequest.InputProof(
                        CHAIN, CONTRACT, USER.address(), Bytes.fromHex("01"), EXTRA_DATA)))
                .isEmpty();
        assertThat(counted("accepted")).isEqualTo(1);
        assertThat(counted("rejected") + counted("host_call_failed")).isZero();
    }

    @Test
    void onAChainWithoutEndpointsOnlyAccountsWithKeysAreServed() {
        BigInteger elsewhere = BigInteger.valueOf(9001);
        Form form = SignatureCheckTest::direct;
        Bytes signature = sign(form, elsewhere, USER.address(), DECRYPTION, USER);
        assertThat(check.refusalOf(form.of(elsewhere, USER.address(), signature)))
                .isEmpty();
        assertRejected(check.refusalOf(form.of(elsewhere, USER.address(), valid(form))));
        assertThat(node.methods()).isEmpty();
    }

    @Test
    void aSignatureTooLongToBePaidForIsRejectedWithoutAskingAnyChain() {
        Bytes signature = Bytes.of(new byte[25_001]);
        assertRejected(check.refusalOf(unified(CHAIN, USER.address(), signature)));
        assertThat(node.methods()).isEmpty();
    }

    @Test
    void handlesOfTwoChainsAreNothingThatOneSignatureCanBeFor() {
        UnifiedUserDecrypt request = unified(CHAIN, USER.address(), valid(SignatureCheckTest::unified));
        UnifiedUserDecrypt mixed = new UnifiedUserDecrypt(
                List.of(
                        request.entries().getFirst(),
                        new HandleEntry(handle(BigInteger.TWO), CONTRACT, USER.address())),
                request.userAddress(),
                request.allowedContracts(),
                request.startTimestamp(),
                request.durationSeconds(),
                request.publicKey(),
                request.signature(),
                request.extraData());
        assertRejected(check.refusalOf(mixed));
    }

    @Test
    void aWalletThatExchangesItsKeysIsBelievedFromTheNextBlockOn() {
        // Given an answer at one block
        UnifiedUserDecrypt request = unified(CHAIN, USER.address(), Bytes.fromHex("c0ffee"));
        node.on("eth_call", bytes(ACCEPTED));
        assertThat(check.refusalOf(request)).isEmpty();
        assertThat(check.refusalOf(request)).isEmpty();
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
        // When the keys change with the next
        node.on("eth_call", bytes(""));
        head(node, 17);
        // Then
        assertRejected(check.refusalOf(request));
        // And back
        node.on("eth_call", bytes(ACCEPTED));
        head(node, 18);
        assertThat(check.refusalOf(request)).isEmpty();
    }

    @Test
    void aHundredEqualRequestsAtOnceAskTheWalletOnce() throws Exception {
        // Given
        node.on("eth_call", bytes(ACCEPTED));
        SignatureCheck sharing = check(Duration.ofMinutes(1));
        Callable<Optional<Invalid>> post =
                () -> sharing.refusalOf(unified(CHAIN, USER.address(), Bytes.fromHex("c0ffee")));
        // When
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Invalid>>> answers =
                    Stream.generate(() -> clients.submit(post)).limit(100).toList();
            // Then
            for (Future<Optional<Invalid>> answer : answers) {
                assertThat(answer.get()).isEmpty();
            }
        }
        assertThat(ScriptedChain.count(node, "eth_call")).isEqualTo(1);
    }

    @Test
    void outcomesAreCountedFromZero() {
        assertThat(Stream.of("accepted", "rejected", "host_call_failed").map(this::counted))
                .containsOnly(0.0);
    }
}
