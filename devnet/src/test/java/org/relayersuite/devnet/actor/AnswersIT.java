package org.relayersuite.devnet.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.eip712.Signatures;
import org.relayersuite.chain.gateway.GatewayEvent;
import org.relayersuite.chain.gateway.GatewayEvent.InputProofAccepted;
import org.relayersuite.chain.gateway.GatewayEvent.InputProofRejected;
import org.relayersuite.chain.gateway.GatewayEvent.PublicDecryptResponded;
import org.relayersuite.chain.gateway.GatewayEvent.ShareReceived;
import org.relayersuite.chain.gateway.GatewayEvent.ThresholdReached;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.TestHandles;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.Addresses;
import org.relayersuite.devnet.contract.Calls;
import org.relayersuite.devnet.contract.UserRequest;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.utils.Numeric;

/** The actors against the real contracts: who answers, with what, and that the signatures are right. */
class AnswersIT {
    private static final Address RELAYER = DevAccount.relayer(0).address();
    private static final Address USER = DevAccount.user(0).address();
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final Bytes EXTRA = Bytes.fromHex("00");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final BigInteger GATEWAY_CHAIN = BigInteger.valueOf(TestChains.GATEWAY_CHAIN_ID);

    private static TestChains chains;
    private static Addresses at;
    private static Calls calls;
    private static Ethereum gateway;
    private static KmsNodes kmsNodes;
    private static Coprocessors coprocessors;

    @BeforeAll
    static void start() {
        chains = TestChains.start();
        at = chains.contracts().addresses();
        calls = new Calls(chains.gatewayRpc());
        gateway = new Ethereum(chains.gatewayRpc());
        ActorSettings settings = ActorSettings.immediate().following(chains.gatewayWebSocket());
        kmsNodes = KmsNodes.start(chains.gatewayRpc(), chains.contracts(), settings);
        coprocessors = Coprocessors.start(chains.gatewayRpc(), chains.contracts(), settings);
    }

    @AfterAll
    static void stop() {
        kmsNodes.close();
        coprocessors.close();
        chains.close();
    }

    @Test
    void publicDecryptionIsAnsweredOnceByThresholdManyNodes() {
        // Given
        List<Handle> handles = List.of(readyHandle(), readyHandle());

        // When
        Receipt request = calls.send(RELAYER, at.decryption(), publicDecryption(handles, EXTRA));

        // Then
        PublicDecryptResponded response = awaitEvents(request, at.decryption(), PublicDecryptResponded.class, 1)
                .getFirst();
        assertThat(response.decryptedResult()).isEqualTo(ClearValues.encode(handles));
        assertThat(response.extraData()).isEqualTo(Bytes.EMPTY);
        Hash digest = Eip712Digests.publicDecryptResponse(
                decryptionDomain(), handles, response.decryptedResult(), response.extraData());
        assertThat(signers(digest, response.signatures())).hasSize(3).isSubsetOf(kmsSigners());
    }

    @Test
    void lateAnswersAreTakenToo() {
        // Given
        Receipt request = calls.send(RELAYER, at.decryption(), publicDecryption(List.of(readyHandle()), EXTRA));
        String perNode = "4d7b1dba49e9e846215e1621f5737c81d8614c4f268494d8b787632c4e59f0e5";

        // When, Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(logs(request, at.decryption()))
                        .filteredOn(log ->
                                log.topics().getFirst().value().toBareHex().equals(perNode))
                        .hasSize(4));
        assertThat(events(request, at.decryption(), PublicDecryptResponded.class))
                .hasSize(1);
    }

    @Test
    void answerCarriesTheContextThatTheRequestNames() {
        // Given
        String contextId =
                Numeric.toHexStringNoPrefixZeroPadded(chains.contracts().contextId(), 64);
        Bytes extraData = Bytes.fromHex("01" + contextId);

        // When
        Receipt request = calls.send(RELAYER, at.decryption(), publicDecryption(List.of(readyHandle()), extraData));

        // Then
        assertThat(awaitEvents(request, at.decryption(), PublicDecryptResponded.class, 1)
                        .getFirst()
                        .extraData())
                .isEqualTo(extraData);
    }

    @Test
    void directUserDecryptionGetsAShareOfEveryNode() {
        UserRequest request = new UserRequest(at.decryption(), List.of(readyHandle(), readyHandle()));
        assertSharesFor(request, request.direct());
    }

    @Test
    void delegatedUserDecryptionGetsAShareOfEveryNode() {
        UserRequest request = new UserRequest(at.decryption(), List.of(readyHandle()));
        assertSharesFor(request, request.delegated());
    }

    @Test
    void unifiedUserDecryptionGetsAShareOfEveryNode() {
        UserRequest request = new UserRequest(at.decryption(), List.of(readyHandle(), readyHandle()))
                .with(it -> it.duration = BigInteger.valueOf(3600 * 24));
        assertSharesFor(request, request.unified());
    }

    private static void assertSharesFor(UserRequest request, Bytes calldata) {
        // When
        Receipt receipt = calls.send(RELAYER, at.decryption(), calldata);

        // Then
        List<ShareReceived> shares = awaitEvents(receipt, at.decryption(), ShareReceived.class, 4);
        assertThat(shares).extracting(ShareReceived::shareIndex).containsExactly(0L, 1L, 2L, 3L);
        assertThat(shares).extracting(ShareReceived::share).doesNotHaveDuplicates();
        Set<Address> signers = shares.stream()
                .flatMap(share -> Signatures.recover(
                        Eip712Digests.userDecryptResponse(
                                decryptionDomain(),
                                request.publicKey,
                                request.handles,
                                share.share(),
                                share.extraData()),
                        share.signature())
                        .stream())
                .collect(Collectors.toSet());
        assertThat(signers).isEqualTo(kmsSigners());
        assertThat(events(receipt, at.decryption(), ThresholdReached.class)).hasSize(1);
    }

    @Test
    void unifiedRequestThatItsUserHasNotSignedIsNeverAnswered() {
        // Given
        UserRequest request = new UserRequest(at.decryption(), List.of(readyHandle())).with(it -> {
            it.duration = BigInteger.valueOf(3600 * 24);
            it.signer = DevAccount.user(5);
        });

        // When
        Receipt unsigned = calls.send(RELAYER, at.decryption(), request.unified());
        Receipt next = calls.send(RELAYER, at.decryption(), publicDecryption(List.of(readyHandle()), EXTRA));

        // Then: a later request is answered, and this one is not
        awaitEvents(next, at.decryption(), PublicDecryptResponded.class, 1);
        assertThat(events(unsigned, at.decryption(), ShareReceived.class)).isEmpty();
    }

    @Test
    void inputProofIsAcceptedOnceByAMajority() {
        // Given
        Bytes proof = Bytes.fromHex("deadbeef");

        // When
        Receipt request = calls.send(RELAYER, at.inputVerification(), inputProof(proof));

        // Then
        InputProofAccepted accepted = awaitEvents(request, at.inputVerification(), InputProofAccepted.class, 1)
                .getFirst();
        BigInteger hostChain = BigInteger.valueOf(TestChains.HOST_CHAIN_ID);
        assertThat(accepted.handles()).isEqualTo(InputHandles.of(proof, hostChain, at.acl()));
        Hash digest = Eip712Digests.ciphertextVerification(
                Eip712Domain.inputVerification(GATEWAY_CHAIN, at.inputVerification()),
                accepted.handles(),
                USER,
                CONTRACT,
                hostChain,
                EXTRA);
        assertThat(signers(digest, accepted.signatures())).hasSize(2).isSubsetOf(coprocessorSigners());
    }

    @Test
    void inputProofWithTheRejectedPrefixIsRejectedOnceByAMajority() {
        // Given
        Bytes proof = Bytes.fromHex(InputHandles.REJECTED_PREFIX.toBareHex() + "01");

        // When
        Receipt request = calls.send(RELAYER, at.inputVerification(), inputProof(proof));

        // Then
        assertThat(awaitEvents(request, at.inputVerification(), InputProofRejected.class, 1))
                .hasSize(1);
        assertThat(events(request, at.inputVerification(), InputProofAccepted.class))
                .isEmpty();
    }

    @Test
    void heldBackAnswersComeWhenTheyAreResumed() {
        // Given
        kmsNodes.pauseAnswers();
        coprocessors.pauseAnswers();
        Receipt decryption = calls.send(RELAYER, at.decryption(), publicDecryption(List.of(readyHandle()), EXTRA));
        Receipt proof = calls.send(RELAYER, at.inputVerification(), inputProof(Bytes.fromHex("01")));
        await().during(Duration.ofMillis(300)).atMost(PATIENCE).untilAsserted(() -> {
            assertThat(logs(decryption, at.decryption())).hasSize(2);
            assertThat(logs(proof, at.inputVerification())).hasSize(1);
        });

        // When
        kmsNodes.resumeAnswers();
        coprocessors.resumeAnswers();

        // Then
        awaitEvents(decryption, at.decryption(), PublicDecryptResponded.class, 1);
        awaitEvents(proof, at.inputVerification(), InputProofAccepted.class, 1);
    }

    @Test
    void answersInOrphanedBlocksAreGivenAgain() {
        // Given an answered request
        Receipt request = calls.send(RELAYER, at.decryption(), publicDecryption(List.of(readyHandle()), EXTRA));
        awaitEvents(request, at.decryption(), PublicDecryptResponded.class, 1);

        // When a reorg takes away the answers, but not the request
        kmsNodes.pauseAnswers();
        long depth = gateway.blockNumber() - request.blockNumber();
        chains.gatewayRpc().request("anvil_reorg", depth, List.of());
        assertThat(logs(request, at.decryption())).hasSize(2);
        kmsNodes.resumeAnswers();

        // Then
        awaitEvents(request, at.decryption(), PublicDecryptResponded.class, 1);
    }

    private static Handle readyHandle() {
        Handle handle = TestHandles.fresh();
        chains.contracts().makeReady(handle);
        return handle;
    }

    private static Eip712Domain decryptionDomain() {
        return Eip712Domain.decryption(GATEWAY_CHAIN, at.decryption());
    }

    private static Set<Address> kmsSigners() {
        return IntStream.range(0, 4)
                .mapToObj(number -> DevAccount.kmsSigner(number).address())
                .collect(Collectors.toSet());
    }

    private static Set<Address> coprocessorSigners() {
        return IntStream.range(0, 3)
                .mapToObj(number -> DevAccount.coprocessorSigner(number).address())
                .collect(Collectors.toSet());
    }

    private static Set<Address> signers(Hash digest, List<Bytes> signatures) {
        return signatures.stream()
                .flatMap(signature -> Signatures.recover(digest, signature).stream())
                .collect(Collectors.toSet());
    }

    private static <T extends GatewayEvent> List<T> awaitEvents(
            Receipt request, Address contract, Class<T> type, int count) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> events(request, contract, type), events -> events.size() >= count);
    }

    /** The events of one kind that the contract has emitted about a request since then. */
    private static <T extends GatewayEvent> List<T> events(Receipt request, Address contract, Class<T> type) {
        GatewayEvents decoder = new GatewayEvents(at.decryption(), at.inputVerification());
        return logs(request, contract).stream()
                .flatMap(log -> decoder.decode(log).stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<Log> logs(Receipt request, Address contract) {
        Hash id = Calls.logsOf(request, contract).getFirst().topics().get(1);
        List<Log> logs = new ArrayList<>();
        for (long number = request.blockNumber(); number <= gateway.blockNumber(); number++) {
            gateway.header(number)
                    .ifPresent(block -> gateway.logs(block.hash(), List.of(contract)).stream()
                            .filter(log -> log.topics().size() > 1
                                    && log.topics().get(1).equals(id))
                            .forEach(logs::add));
        }
        return logs;
    }

    private static Bytes publicDecryption(List<Handle> handles, Bytes extraData) {
        return Calldata.encode(
                "publicDecryptionRequest(bytes32[],bytes)", Calldata.words(handles), Calldata.bytes(extraData));
    }

    private static Bytes inputProof(Bytes proof) {
        return Calldata.encode(
                "verifyProofRequest(uint256,address,address,bytes,bytes)",
                new Uint256(TestChains.HOST_CHAIN_ID),
                Calldata.address(CONTRACT),
                Calldata.address(USER),
                Calldata.bytes(proof),
                Calldata.bytes(EXTRA));
    }
}
