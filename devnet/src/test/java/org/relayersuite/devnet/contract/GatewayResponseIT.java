package org.relayersuite.devnet.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.TestHandles;
import org.relayersuite.devnet.anvil.DevAccount;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.utils.Numeric;

/** Answers on the gateway: which events they emit, and with which error each bad one reverts (spec/relayer.md 3.5, 3.9). */
class GatewayResponseIT {
    private static final Address RELAYER = DevAccount.relayer(0).address();
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final BigInteger GATEWAY_CHAIN = BigInteger.valueOf(TestChains.GATEWAY_CHAIN_ID);
    private static final Bytes NONE = Bytes.EMPTY;
    private static final Bytes RESULT = Bytes.fromHex("2a");
    private static final Bytes PUBLIC_KEY = Bytes.fromHex("abcd");

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
    void publicDecryptionNeedsTheSameAnswerOfThresholdManyNodes() {
        // Given an answer of its own by the first node
        Request request = publicDecryption();
        send(0, clearValues(request, 0, Bytes.fromHex("ff"), NONE));

        // When the other three agree, and are done with the third of them
        List<Receipt> receipts = IntStream.range(1, 4)
                .mapToObj(node -> send(node, clearValues(request, node, RESULT, NONE)))
                .toList();

        // Then
        assertThat(topics(receipts.get(1), at.decryption()))
                .containsExactly("4d7b1dba49e9e846215e1621f5737c81d8614c4f268494d8b787632c4e59f0e5");
        assertThat(topics(receipts.get(2), at.decryption()))
                .containsExactly(
                        "4d7b1dba49e9e846215e1621f5737c81d8614c4f268494d8b787632c4e59f0e5",
                        "d7e58a367a0a6c298e76ad5d240004e327aa1423cbe4bd7ff85d4c715ef8d15f");
        assertThat(isTrue("isDecryptionDone(uint256)", at.decryption(), request.id()))
                .isTrue();
    }

    @Test
    void everyShareIsEmittedAndTheThresholdOnce() {
        // Given
        Request request = userDecryption();

        // When
        List<Receipt> receipts = IntStream.range(0, 4)
                .mapToObj(node -> send(node, share(request, node)))
                .toList();

        // Then
        String share = "7fcdfb5381917f554a717d0a5470a33f5a49ba6445f05ec43c74c0bc2cc608b2";
        String threshold = "e89752be0ecdb68b2a6eb5ef1a891039e0e92ae3c8a62274c5881e48eea1ed25";
        assertThat(receipts.stream().map(receipt -> topics(receipt, at.decryption())))
                .containsExactly(List.of(share), List.of(share), List.of(share, threshold), List.of(share));
    }

    @Test
    void inputProofIsVerifiedByTheMajorityAndStaysSo() {
        // Given
        Request request = inputProof();

        // When two accept and the third rejects
        send(coprocessor(0), at.inputVerification(), acceptance(request, 0));
        Receipt second = send(coprocessor(1), at.inputVerification(), acceptance(request, 1));
        Receipt third = send(coprocessor(2), at.inputVerification(), rejection(request));

        // Then
        assertThat(topics(second, at.inputVerification()))
                .containsExactly(
                        "01df0fa69857deb2d405618780115de4758a8a3a7e036c8e539aac1c3e889f69",
                        "fe2c43585786a5a658d2ec5df5dea3fb3385b77c94f60f724ff810896f419835");
        assertThat(topics(third, at.inputVerification()))
                .containsExactly("675cefb1743f728fd21b29c5f6a754b3f0f2ad47acf61ffbfb7b5d9cb85e8cef");
        assertThat(isTrue("isProofVerified(uint256)", at.inputVerification(), request.id()))
                .isTrue();
        assertThat(isTrue("isProofRejected(uint256)", at.inputVerification(), request.id()))
                .isFalse();
    }

    @Test
    void inputProofIsRejectedByTheMajorityAndStaysSo() {
        // Given
        Request request = inputProof();

        // When two reject and the third accepts
        send(coprocessor(0), at.inputVerification(), rejection(request));
        Receipt second = send(coprocessor(1), at.inputVerification(), rejection(request));
        Receipt third = send(coprocessor(2), at.inputVerification(), acceptance(request, 2));

        // Then
        assertThat(topics(second, at.inputVerification()))
                .containsExactly(
                        "675cefb1743f728fd21b29c5f6a754b3f0f2ad47acf61ffbfb7b5d9cb85e8cef",
                        "e465e141fa8abd95ab7e0855543307f8506ab0170ef664420fb71ab7de0183de");
        assertThat(topics(third, at.inputVerification()))
                .containsExactly("01df0fa69857deb2d405618780115de4758a8a3a7e036c8e539aac1c3e889f69");
        assertThat(isTrue("isProofVerified(uint256)", at.inputVerification(), request.id()))
                .isFalse();
        assertThat(isTrue("isProofRejected(uint256)", at.inputVerification(), request.id()))
                .isTrue();
    }

    @Test
    void answersPassWhileRequestsArePaused() {
        // Given
        Request request = userDecryption();
        contracts.pause();
        try {
            // When, Then
            assertThat(send(0, share(request, 0)).succeeded()).isTrue();
        } finally {
            contracts.unpause();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badAnswers")
    void badAnswerReverts(String error, DevAccount from, Answer answer, String selector) {
        // When
        Bytes revert = calls.revertData(from.address(), answer.to(), answer.data());

        // Then
        assertThat(revert.toBareHex()).startsWith(selector);
    }

    static Stream<Arguments> badAnswers() {
        Request publicDecryption = publicDecryption();
        Request userDecryption = userDecryption();
        Request proof = inputProof();
        send(0, share(userDecryption, 0));
        send(coprocessor(0), at.inputVerification(), acceptance(proof, 0));
        send(coprocessor(1), at.inputVerification(), rejection(proof));
        Request unknownPublic = new Request(publicDecryption.id().add(BigInteger.TEN), publicDecryption.handle());
        Request unknownUser = new Request(userDecryption.id().add(BigInteger.TEN), userDecryption.handle());
        Request unknownProof = new Request(proof.id().add(BigInteger.TEN), proof.handle());
        Bytes otherContext = Bytes.fromHex("01" + "11".repeat(32));
        DevAccount stranger = DevAccount.user(3);
        return Stream.of(
                bad("DecryptionNotRequested, public", kms(0), clearValues(unknownPublic, 0, RESULT, NONE), "d48af942"),
                bad("DecryptionNotRequested, user", kms(0), share(unknownUser, 0), "d48af942"),
                bad("DecryptionNotRequested, kind", kms(0), share(publicDecryption, 0), "d48af942"),
                bad(
                        "DecryptionContextMismatch",
                        kms(0),
                        clearValues(publicDecryption, 0, RESULT, otherContext),
                        "abb5f486"),
                bad("KmsNodeAlreadySigned", kms(0), share(userDecryption, 0), "99ec48d9"),
                bad("NotKmsSigner", kms(1), share(userDecryption, DevAccount.user(3)), "2a7c6ef6"),
                bad("KmsSignerDoesNotMatchTxSender", kms(2), share(userDecryption, 1), "0d86f521"),
                bad("NotKmsTxSender", stranger, share(userDecryption, 1), "aee86323"),
                badProof("VerifyProofNotRequested, accepted", coprocessor(0), acceptance(unknownProof, 0), "4711083f"),
                badProof("VerifyProofNotRequested, rejected", coprocessor(0), rejection(unknownProof), "4711083f"),
                badProof("CoprocessorAlreadyVerified", coprocessor(0), acceptance(proof, 0), "f9ed431f"),
                badProof("CoprocessorAlreadyVerified, then rejects", coprocessor(0), rejection(proof), "f9ed431f"),
                badProof("CoprocessorAlreadyRejected", coprocessor(1), rejection(proof), "2fa73174"),
                badProof("CoprocessorAlreadyRejected, then accepts", coprocessor(1), acceptance(proof, 1), "2fa73174"),
                badProof("signer of another coprocessor", coprocessor(2), acceptance(proof, 0), "e134bf62"),
                badProof("NotCoprocessorTxSender", stranger, rejection(proof), "52d725f5"));
    }

    private record Request(BigInteger id, Handle handle) {}

    private record Answer(Address to, Bytes data) {}

    private static Arguments bad(String error, DevAccount from, Bytes data, String selector) {
        return arguments(error, from, new Answer(at.decryption(), data), selector);
    }

    private static Arguments badProof(String error, DevAccount from, Bytes data, String selector) {
        return arguments(error, from, new Answer(at.inputVerification(), data), selector);
    }

    private static Request publicDecryption() {
        Handle handle = readyHandle();
        Receipt receipt = calls.send(
                RELAYER,
                at.decryption(),
                Calldata.encode(
                        "publicDecryptionRequest(bytes32[],bytes)",
                        Calldata.words(List.of(handle)),
                        Calldata.bytes(NONE)));
        return new Request(idOf(receipt, at.decryption()), handle);
    }

    private static Request userDecryption() {
        Handle handle = readyHandle();
        Bytes data = new UserRequest(at.decryption(), List.of(handle)).direct();
        return new Request(idOf(calls.send(RELAYER, at.decryption(), data), at.decryption()), handle);
    }

    private static Request inputProof() {
        Receipt receipt = calls.send(
                RELAYER,
                at.inputVerification(),
                Calldata.encode(
                        "verifyProofRequest(uint256,address,address,bytes,bytes)",
                        new Uint256(TestChains.HOST_CHAIN_ID),
                        Calldata.address(CONTRACT),
                        Calldata.address(CONTRACT),
                        Calldata.bytes(RESULT),
                        Calldata.bytes(NONE)));
        return new Request(idOf(receipt, at.inputVerification()), TestHandles.fresh());
    }

    private static Bytes clearValues(Request request, int node, Bytes result, Bytes extraData) {
        Hash digest =
                Eip712Digests.publicDecryptResponse(decryptionDomain(), List.of(request.handle()), result, extraData);
        return decryptionAnswer(
                "publicDecryptionResponse", request, result, signed(DevAccount.kmsSigner(node), digest), extraData);
    }

    private static Bytes share(Request request, int node) {
        return share(request, DevAccount.kmsSigner(node));
    }

    private static Bytes share(Request request, DevAccount signer) {
        Hash digest = Eip712Digests.userDecryptResponse(
                decryptionDomain(), PUBLIC_KEY, List.of(request.handle()), RESULT, NONE);
        return decryptionAnswer("userDecryptionResponse", request, RESULT, signed(signer, digest), NONE);
    }

    private static Bytes decryptionAnswer(
            String function, Request request, Bytes result, Bytes signature, Bytes extraData) {
        return Calldata.encode(
                function + "(uint256,bytes,bytes,bytes)",
                Calldata.uint(request.id()),
                Calldata.bytes(result),
                Calldata.bytes(signature),
                Calldata.bytes(extraData));
    }

    private static Bytes acceptance(Request request, int number) {
        List<Handle> handles = List.of(request.handle());
        Hash digest = Eip712Digests.ciphertextVerification(
                Eip712Domain.inputVerification(GATEWAY_CHAIN, at.inputVerification()),
                handles,
                CONTRACT,
                CONTRACT,
                BigInteger.valueOf(TestChains.HOST_CHAIN_ID),
                NONE);
        return Calldata.encode(
                "verifyProofResponse(uint256,bytes32[],bytes,bytes)",
                Calldata.uint(request.id()),
                Calldata.words(handles),
                Calldata.bytes(signed(DevAccount.coprocessorSigner(number), digest)),
                Calldata.bytes(NONE));
    }

    private static Bytes rejection(Request request) {
        return Calldata.encode("rejectProofResponse(uint256,bytes)", Calldata.uint(request.id()), Calldata.bytes(NONE));
    }

    private static Receipt send(int node, Bytes data) {
        return send(kms(node), at.decryption(), data);
    }

    private static Receipt send(DevAccount from, Address to, Bytes data) {
        return calls.send(from.address(), to, data);
    }

    private static DevAccount kms(int node) {
        return DevAccount.kmsTxSender(node);
    }

    private static DevAccount coprocessor(int number) {
        return DevAccount.coprocessorTxSender(number);
    }

    private static Bytes signed(DevAccount signer, Hash digest) {
        return new PrivateKeySigner(signer.key()).signDigest(digest);
    }

    private static Eip712Domain decryptionDomain() {
        return Eip712Domain.decryption(GATEWAY_CHAIN, at.decryption());
    }

    private static Handle readyHandle() {
        Handle handle = TestHandles.fresh();
        contracts.makeReady(handle);
        return handle;
    }

    private static boolean isTrue(String view, Address contract, BigInteger id) {
        return Numeric.toBigInt(calls.call(contract, Calldata.encode(view, Calldata.uint(id)))
                                .toArray())
                        .signum()
                == 1;
    }

    private static BigInteger idOf(Receipt receipt, Address contract) {
        Log request = Calls.logsOf(receipt, contract).getFirst();
        return new BigInteger(1, request.topics().get(1).value().toArray());
    }

    private static List<String> topics(Receipt receipt, Address contract) {
        return Calls.logsOf(receipt, contract).stream()
                .map(log -> log.topics().getFirst().value().toBareHex())
                .toList();
    }
}
