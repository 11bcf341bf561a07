package org.relayersuite.devnet.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.TestHandles;
import org.relayersuite.devnet.anvil.DevAccount;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.Utf8String;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.utils.Numeric;

/** Requests on the gateway: what they emit, and with which error each bad one reverts (spec/relayer.md 3.3, 3.7, 3.9). */
class GatewayRequestIT {
    private static final Address RELAYER = DevAccount.relayer(0).address();
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final Bytes EXTRA = Bytes.fromHex("00");
    private static final BigInteger DAY = BigInteger.valueOf(86_400);

    private static TestChains chains;
    private static DevnetContracts contracts;
    private static Addresses at;
    private static Calls calls;

    @BeforeAll
    static void start() {
        chains = TestChains.start();
        contracts = chains.contracts();
        at = contracts.addresses();
        calls = new Calls(chains.gatewayRpc());
    }

    @AfterAll
    static void stop() {
        chains.close();
    }

    @Test
    void publicDecryptionEmitsBothFormsWithOneId() {
        // Given
        List<Handle> handles = List.of(readyHandle(), readyHandle());

        // When
        Receipt first = calls.send(RELAYER, at.decryption(), publicDecryption(handles, EXTRA));
        Receipt second = calls.send(RELAYER, at.decryption(), publicDecryption(handles, EXTRA));

        // Then
        List<Log> logs = Calls.logsOf(first, at.decryption());
        assertThat(logs)
                .extracting(log -> log.topics().getFirst().value().toBareHex())
                .containsExactly(
                        "22db480a39bd72556438aadb4a32a3d2a6638b87c03bbec5fef6997e109587ff",
                        "9bb088a53f1fe13ec84fa0a1d7b578b589e193268baaccc5e23f7ab785aa3dae");
        assertThat(idOf(logs.getFirst())).isEqualTo(idOf(logs.getLast()));
        assertThat(idOf(first, at.decryption()).shiftRight(248)).isEqualTo(1);
        assertThat(idOf(second, at.decryption()))
                .isEqualTo(idOf(first, at.decryption()).add(BigInteger.ONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("userDecryptions")
    void userDecryptionEmitsBothFormsWithOneId(
            String form, Function<UserRequest, Bytes> calldata, List<String> topics) {
        // Given
        UserRequest request = new UserRequest(at.decryption(), List.of(readyHandle()));
        if (form.equals("unified")) {
            request.duration = DAY;
        }

        // When
        Receipt receipt = calls.send(RELAYER, at.decryption(), calldata.apply(request));

        // Then
        List<Log> logs = Calls.logsOf(receipt, at.decryption());
        assertThat(logs)
                .extracting(log -> log.topics().getFirst().value().toBareHex())
                .containsExactlyElementsOf(topics);
        assertThat(logs).extracting(GatewayRequestIT::idOf).allMatch(idOf(logs.getFirst())::equals);
        assertThat(idOf(logs.getFirst()).shiftRight(248)).isEqualTo(2);
    }

    static Stream<Arguments> userDecryptions() {
        List<String> legacy = List.of(
                "f9011bd6ba0da6049c520d70fe5971f17ed7ab795486052544b51019896c596b",
                "c71e32c80f3109c673a9adfcded0b3b2093212ab284084a0e03a281dee2bdd5f");
        List<String> unified = List.of(
                "1f80a47b51979837976f999a7735fdccbbe570e0d40081644ec88f8ed76c9612",
                "8ed4fab8b1d050676cd7d7d9fa448d5d22113375fab8ad4dc690e54593c527bf");
        return Stream.of(
                arguments("direct", form(UserRequest::direct), legacy),
                arguments("delegated", form(UserRequest::delegated), legacy),
                arguments("unified", form(UserRequest::unified), unified));
    }

    @Test
    void inputProofEmitsItsRequestWithAPlainCounterAsId() {
        // When
        Receipt first = calls.send(RELAYER, at.inputVerification(), inputProof(TestChains.HOST_CHAIN_ID));
        Receipt second = calls.send(RELAYER, at.inputVerification(), inputProof(TestChains.HOST_CHAIN_ID));

        // Then
        Log log = Calls.logsOf(first, at.inputVerification()).getFirst();
        assertThat(log.topics().getFirst().value().toBareHex())
                .isEqualTo("4ae54f6a6e900d806ffa5bb46ed91459523d2f6ac9b5d62404feab887686d005");
        assertThat(log.topics().get(2).value().toArray())
                .isEqualTo(Numeric.toBytesPadded(number(TestChains.HOST_CHAIN_ID), 32));
        assertThat(idOf(log)).isBetween(BigInteger.ONE, number(100));
        assertThat(idOf(second, at.inputVerification())).isEqualTo(idOf(log).add(BigInteger.ONE));
    }

    @Test
    void requestIsPaidByItsSender() {
        // Given
        BigInteger before = feeBalance(RELAYER);

        // When
        Receipt receipt = calls.send(RELAYER, at.inputVerification(), inputProof(TestChains.HOST_CHAIN_ID));

        // Then
        BigInteger price = number(calls.call(at.protocolPayment(), Calldata.encode("getInputVerificationPrice()")));
        assertThat(price).isPositive();
        assertThat(before.subtract(feeBalance(RELAYER))).isEqualTo(price);
        assertThat(Calls.logsOf(receipt, at.feeToken())).hasSize(1);
    }

    @Test
    void handleIsReadyOnceItsMaterialIsAdded() {
        // Given
        Handle handle = TestHandles.fresh();
        assertThat(isReady(List.of(handle))).isFalse();

        // When
        contracts.makeReady(handle);

        // Then
        assertThat(isReady(List.of(handle))).isTrue();
        assertThat(isReady(List.of(handle, TestHandles.fresh()))).isFalse();
        assertThat(isReady(List.of())).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badPublicDecryptions")
    void badPublicDecryptionReverts(String name, List<Handle> handles, String extraData, String selector) {
        // When
        Bytes revert = calls.revertData(RELAYER, at.decryption(), publicDecryption(handles, Bytes.fromHex(extraData)));

        // Then
        assertThat(revert.toBareHex()).startsWith(selector);
    }

    static Stream<Arguments> badPublicDecryptions() {
        List<Handle> one = List.of(TestHandles.fresh());
        String word = "00".repeat(32);
        return Stream.of(
                arguments("EmptyCtHandles", List.of(), "00", "2de75438"),
                arguments("CiphertextMaterialNotFound", one, "00", "0666cbdf"),
                arguments("CiphertextMaterialNotFound, empty extraData", one, "", "0666cbdf"),
                arguments("MaxDecryptionRequestBitSizeExceeded", handles(9, TestHandles.UINT256), "00", "e7f4895d"),
                arguments("InvalidFHEType", handles(1, 84), "00", "641950d7"),
                arguments("UnsupportedFHEType, 1", handles(1, 1), "00", "be7830b1"),
                arguments("UnsupportedFHEType, 83", handles(1, 83), "00", "be7830b1"),
                arguments("UnsupportedExtraDataVersion", one, "03" + word, "2139cc2c"),
                arguments("InvalidExtraDataLength, version 1", one, "01", "93548a66"),
                arguments("InvalidExtraDataLength, version 2", one, "02" + word, "93548a66"),
                arguments("InvalidNullContextId", one, "01" + word, "cb17b7a5"),
                arguments("InvalidKmsContext", one, "01" + "07" + word.substring(2), "77ddbe81"));
    }

    @Test
    void largestRequestPassesTheBitLimit() {
        // Given
        List<Handle> handles = handles(8, TestHandles.UINT256);

        // When
        Bytes revert = calls.revertData(RELAYER, at.decryption(), publicDecryption(handles, EXTRA));

        // Then: the next check refuses it
        assertThat(revert.toBareHex()).startsWith("0666cbdf");
    }

    @Test
    void handlesUnderDifferentKeysRevert() {
        // Given
        Handle other = TestHandles.fresh();
        calls.send(
                DevAccount.deployer().address(),
                at.ciphertextCommits(),
                Calldata.encode(
                        "addCiphertextMaterial(bytes32,uint256,bytes32,bytes32,address[])",
                        Calldata.word(other),
                        new Uint256(99),
                        Calldata.word(other),
                        Calldata.word(other),
                        Calldata.addresses(List.of())));

        // When
        Bytes revert =
                calls.revertData(RELAYER, at.decryption(), publicDecryption(List.of(readyHandle(), other), EXTRA));

        // Then
        assertThat(revert.toBareHex()).startsWith("cfae921f");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badUserDecryptions")
    void badUserDecryptionReverts(
            String name, Function<UserRequest, Bytes> form, Consumer<UserRequest> change, String selector) {
        // Given
        UserRequest request = new UserRequest(at.decryption(), List.of(TestHandles.fresh())).with(change);

        // When
        Bytes revert = calls.revertData(RELAYER, at.decryption(), form.apply(request));

        // Then
        assertThat(revert.toBareHex()).startsWith(selector);
    }

    static Stream<Arguments> badUserDecryptions() {
        return Stream.of(
                        badLegacy("direct", UserRequest::direct),
                        badLegacy("delegated", UserRequest::delegated),
                        badDirect(),
                        badDelegated(),
                        badUnified())
                .flatMap(cases -> cases);
    }

    private static Stream<Arguments> badLegacy(String form, Function<UserRequest, Bytes> calldata) {
        return Stream.of(
                bad(form, calldata, "EmptyCtHandleContractPairs", r -> r.handles = List.of(), "a6a6cb21"),
                bad(form, calldata, "EmptyContractAddresses", r -> r.contracts = List.of(), "57cfa217"),
                bad(form, calldata, "ContractAddressesMaxLengthExceeded", r -> r.contracts = addresses(11), "af1f0495"),
                bad(form, calldata, "ContractNotInContractAddresses", r -> r.contracts = addresses(10), "a4c30391"),
                bad(form, calldata, "CtHandleChainIdDiffers", r -> r.handles = handlesOnChain(9001), "9590e916"),
                bad(form, calldata, "HostChainNotRegistered", r -> r.chainId = 9001, "b6679c3b"),
                bad(form, calldata, "MaxBitSize", r -> r.handles = handles(9, TestHandles.UINT256), "e7f4895d"),
                bad(form, calldata, "InvalidNullDurationDays", r -> r.duration = BigInteger.ZERO, "de2859c1"),
                bad(form, calldata, "MaxDurationDaysExceeded", r -> r.duration = number(366), "32951863"),
                bad(form, calldata, "StartTimestampInFuture", r -> r.start = r.start.add(DAY), "f24c0887"),
                bad(form, calldata, "UserDecryptionRequestExpired", r -> r.start = number(1), "30348040"),
                bad(form, calldata, "InvalidUserSignature", r -> r.signer = DevAccount.user(5), "2a873d27"),
                bad(form, calldata, "ECDSAInvalidSignatureLength", r -> r.signature = bytes("00", 64), "fce698f7"),
                bad(form, calldata, "ECDSAInvalidSignatureS", r -> r.signature = bytes("ff", 65), "d78bce0c"),
                bad(form, calldata, "ECDSAInvalidSignature", r -> r.signature = bytes("00", 65), "f645eedf"),
                bad(form, calldata, "CiphertextMaterialNotFound", r -> {}, "0666cbdf"),
                bad(form, calldata, "UnsupportedExtraDataVersion", r -> r.extraData = Bytes.fromHex("04"), "2139cc2c"));
    }

    private static Stream<Arguments> badDirect() {
        return Stream.of(bad(
                "direct",
                UserRequest::direct,
                "UserAddressInContractAddresses",
                r -> r.contracts = List.of(CONTRACT, r.user.address()),
                "dc4d78b1"));
    }

    private static Stream<Arguments> badDelegated() {
        return Stream.of(
                bad(
                        "delegated",
                        UserRequest::delegated,
                        "DelegatorAddressInContractAddresses",
                        r -> r.contracts = List.of(CONTRACT, r.delegator.address()),
                        "c3446ac7"),
                bad(
                        "delegated",
                        UserRequest::delegated,
                        "InvalidUserSignature, by the delegator",
                        r -> r.signer = r.delegator,
                        "2a873d27"));
    }

    private static Stream<Arguments> badUnified() {
        Function<UserRequest, Bytes> form = request -> {
            if (request.duration.equals(number(7))) {
                request.duration = DAY;
            }
            return request.unified();
        };
        return Stream.of(
                bad("unified", form, "EmptyHandles", r -> r.handles = List.of(), "240e9309"),
                bad(
                        "unified",
                        form,
                        "ContractAddressesMaxLengthExceeded",
                        r -> r.contracts = addresses(11),
                        "af1f0495"),
                bad("unified", form, "InvalidNullDurationSeconds", r -> r.duration = BigInteger.ZERO, "48a788dc"),
                bad("unified", form, "MaxDurationSecondsExceeded", r -> r.duration = number(31_536_001), "ae52eb12"),
                bad("unified", form, "StartTimestampInFuture", r -> r.start = r.start.add(DAY), "f24c0887"),
                bad("unified", form, "UserDecryptionRequestExpiredSeconds", r -> r.start = number(1), "678fcfce"),
                bad("unified", form, "HostChainNotRegistered", r -> r.handles = handlesOnChain(9001), "b6679c3b"),
                bad("unified", form, "several chains", r -> r.handles = handlesOnTwoChains(), "9590e916"),
                bad(
                        "unified",
                        form,
                        "CiphertextMaterialNotFound, junk signature",
                        r -> r.signature = bytes("00", 7),
                        "0666cbdf"));
    }

    @Test
    void requestsOfAPayerWithoutTokensOrAllowanceRevert() {
        // Given
        Address poor = DevAccount.user(8).address();
        Address unapproved = DevAccount.user(9).address();
        contracts.setFeeAllowance(poor, BigInteger.TEN.pow(30));
        contracts.mintFeeTokens(unapproved, BigInteger.TEN.pow(30));

        for (GatewayCall call : validCalls()) {
            // When
            Bytes noBalance = calls.revertData(poor, call.to(), call.data());
            Bytes noAllowance = calls.revertData(unapproved, call.to(), call.data());

            // Then
            assertThat(noBalance.toBareHex()).startsWith("e450d38c");
            assertThat(noAllowance.toBareHex()).startsWith("fb8f41b2");
        }
    }

    @Test
    void pausedContractsRefuseRequestsUntilTheyAreUnpaused() {
        // Given
        List<GatewayCall> valid = validCalls();
        contracts.pause();
        try {
            // When, Then
            assertThat(valid)
                    .extracting(call ->
                            calls.revertData(RELAYER, call.to(), call.data()).toBareHex())
                    .containsOnly("d93c0665");
        } finally {
            contracts.unpause();
        }
        assertThat(valid)
                .allMatch(call -> calls.send(RELAYER, call.to(), call.data()).succeeded());
    }

    @Test
    void disabledHostChainIsRefusedExceptForPublicAndUnifiedDecryption() {
        // Given
        long chainId = 7777;
        calls.send(
                DevAccount.deployer().address(),
                at.gatewayConfig(),
                Calldata.encode(
                        "addHostChain((uint256,address,address,string,string))",
                        new DynamicStruct(
                                new Uint256(chainId),
                                Calldata.address(CONTRACT),
                                Calldata.address(CONTRACT),
                                new Utf8String(""),
                                new Utf8String(""))));
        contracts.disableHostChain(chainId);
        Handle handle = TestHandles.fresh(chainId, TestHandles.BOOL);
        contracts.makeReady(handle);
        UserRequest request = new UserRequest(at.decryption(), List.of(handle)).with(r -> r.chainId = chainId);
        UserRequest unified = new UserRequest(at.decryption(), List.of(handle)).with(r -> r.duration = DAY);

        // When, Then
        assertThat(calls.revertData(RELAYER, at.inputVerification(), inputProof(chainId))
                        .toBareHex())
                .startsWith("603668c4");
        assertThat(calls.revertData(RELAYER, at.decryption(), request.direct()).toBareHex())
                .startsWith("603668c4");
        assertThat(calls.revertData(RELAYER, at.decryption(), request.delegated())
                        .toBareHex())
                .startsWith("603668c4");
        assertThat(calls.send(RELAYER, at.decryption(), unified.unified()).succeeded())
                .isTrue();
        assertThat(calls.send(RELAYER, at.decryption(), publicDecryption(List.of(handle), EXTRA))
                        .succeeded())
                .isTrue();
    }

    @Test
    void inputProofForAnUnknownChainReverts() {
        assertThat(calls.revertData(RELAYER, at.inputVerification(), inputProof(9001))
                        .toBareHex())
                .startsWith("b6679c3b");
    }

    @Test
    void onlyTheGatewayContractsCollectFees() {
        // Given
        Bytes collect = Calldata.encode("collectUserDecryptionFee(address)", Calldata.address(RELAYER));

        // When, Then
        assertThat(calls.revertData(RELAYER, at.protocolPayment(), collect).toBareHex())
                .startsWith("21c6115f");
    }

    private record GatewayCall(Address to, Bytes data) {}

    private static List<GatewayCall> validCalls() {
        Handle handle = readyHandle();
        UserRequest request = new UserRequest(at.decryption(), List.of(handle));
        UserRequest unified = new UserRequest(at.decryption(), List.of(handle)).with(r -> r.duration = DAY);
        return List.of(
                new GatewayCall(at.inputVerification(), inputProof(TestChains.HOST_CHAIN_ID)),
                new GatewayCall(at.decryption(), publicDecryption(List.of(handle), EXTRA)),
                new GatewayCall(at.decryption(), request.direct()),
                new GatewayCall(at.decryption(), request.delegated()),
                new GatewayCall(at.decryption(), unified.unified()));
    }

    private static Arguments bad(
            String form,
            Function<UserRequest, Bytes> calldata,
            String error,
            Consumer<UserRequest> change,
            String selector) {
        return arguments(form + ": " + error, calldata, change, selector);
    }

    private static Function<UserRequest, Bytes> form(Function<UserRequest, Bytes> form) {
        return form;
    }

    private static Optional<Bytes> bytes(String hexByte, int count) {
        return Optional.of(Bytes.fromHex(hexByte.repeat(count)));
    }

    private static BigInteger number(long value) {
        return BigInteger.valueOf(value);
    }

    private static BigInteger number(Bytes word) {
        return new BigInteger(1, word.toArray());
    }

    private static List<Address> addresses(int count) {
        return Collections.nCopies(count, Address.of("bb".repeat(20)));
    }

    private static List<Handle> handles(int count, int fheType) {
        return IntStream.range(0, count)
                .mapToObj(i -> TestHandles.fresh(TestChains.HOST_CHAIN_ID, fheType))
                .toList();
    }

    private static List<Handle> handlesOnChain(long chainId) {
        return List.of(TestHandles.fresh(chainId, TestHandles.UINT64));
    }

    private static List<Handle> handlesOnTwoChains() {
        return List.of(TestHandles.fresh(), TestHandles.fresh(9001, TestHandles.UINT64));
    }

    private static Handle readyHandle() {
        Handle handle = TestHandles.fresh();
        contracts.makeReady(handle);
        return handle;
    }

    private static boolean isReady(List<Handle> handles) {
        Bytes data = Calldata.encode(
                "isPublicDecryptionReady(bytes32[],bytes)", Calldata.words(handles), Calldata.bytes(EXTRA));
        return number(calls.call(at.decryption(), data)).signum() == 1;
    }

    private static BigInteger feeBalance(Address account) {
        return number(calls.call(at.feeToken(), Calldata.encode("balanceOf(address)", Calldata.address(account))));
    }

    private static Bytes publicDecryption(List<Handle> handles, Bytes extraData) {
        return Calldata.encode(
                "publicDecryptionRequest(bytes32[],bytes)", Calldata.words(handles), Calldata.bytes(extraData));
    }

    private static Bytes inputProof(long chainId) {
        return Calldata.encode(
                "verifyProofRequest(uint256,address,address,bytes,bytes)",
                new Uint256(chainId),
                Calldata.address(CONTRACT),
                Calldata.address(DevAccount.user(0).address()),
                Calldata.bytes(Bytes.fromHex("deadbeef")),
                Calldata.bytes(EXTRA));
    }

    private static BigInteger idOf(Log log) {
        return number(log.topics().get(1).value());
    }

    private static BigInteger idOf(Receipt receipt, Address contract) {
        return idOf(Calls.logsOf(receipt, contract).getFirst());
    }
}
