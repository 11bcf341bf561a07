package org.relayersuite.devnet.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.host.AclCalls;
import org.relayersuite.chain.host.Denial;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.TestHandles;
import org.relayersuite.devnet.anvil.DevAccount;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;

/** What the relayer and SDK clients read on the host chain (spec/relayer.md 4). */
class HostContractsIT {
    private static final BigInteger HOST_CHAIN = BigInteger.valueOf(TestChains.HOST_CHAIN_ID);
    private static final Bytes EXTRA = Bytes.fromHex("00");
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final DevAccount USER = DevAccount.user(0);
    private static final DevAccount DELEGATOR = DevAccount.user(1);

    private static TestChains chains;
    private static DevnetContracts contracts;
    private static Addresses at;
    private static Calls calls;

    @BeforeAll
    static void start() {
        chains = TestChains.start();
        contracts = chains.contracts();
        at = contracts.addresses();
        calls = new Calls(chains.hostRpc());
    }

    @AfterAll
    static void stop() {
        chains.close();
    }

    @Test
    void handleIsPublicOnceItIsAllowedForDecryption() {
        // Given
        Handle allowed = TestHandles.fresh();
        Handle denied = TestHandles.fresh();

        // When
        contracts.allowForDecryption(allowed);

        // Then
        assertThat(denials(new PublicDecrypt(List.of(allowed, denied), EXTRA)))
                .extracting(Denial::handle)
                .containsExactly(denied);
    }

    @Test
    void userNeedsAccessForHimselfAndForTheContract() {
        // Given
        Handle handle = TestHandles.fresh();
        UserDecrypt request = new UserDecrypt(
                List.of(new HandleContractPair(handle, CONTRACT)),
                BigInteger.ONE,
                1,
                HOST_CHAIN,
                List.of(CONTRACT),
                USER.address(),
                EXTRA,
                EXTRA,
                EXTRA);
        assertThat(denials(request)).hasSize(2);

        // When, Then
        contracts.allow(handle, USER.address());
        assertThat(denials(request)).hasSize(1);
        contracts.allow(handle, CONTRACT);
        assertThat(denials(request)).isEmpty();
        assertThat(isTrue(Calldata.encode(
                        "persistAllowed(bytes32,address)", Calldata.word(handle), Calldata.address(CONTRACT))))
                .isTrue();
    }

    @Test
    void delegationNeedsTheDelegatorsAccessAndEndsAtItsExpiry() {
        // Given
        Handle handle = TestHandles.fresh();
        Instant expiry = Instant.now().plus(Duration.ofDays(1));
        contracts.delegate(DELEGATOR, USER.address(), CONTRACT, expiry);
        assertThat(isDelegated(handle, CONTRACT)).isFalse();

        // When
        contracts.allow(handle, DELEGATOR.address());
        contracts.allow(handle, CONTRACT);

        // Then
        assertThat(isDelegated(handle, CONTRACT)).isTrue();
        assertThat(isDelegated(handle, Address.of("bb".repeat(20)))).isFalse();
        assertThat(isTrueAt(expiry.plusSeconds(1), delegationCall(handle, CONTRACT)))
                .isFalse();
    }

    @Test
    void wildcardDelegationHoldsForEveryContractWithAccess() {
        // Given
        Handle handle = TestHandles.fresh();
        Address contract = Address.of("cc".repeat(20));
        contracts.allow(handle, DELEGATOR.address());
        contracts.allow(handle, contract);
        assertThat(isDelegated(handle, contract)).isFalse();

        // When
        contracts.delegate(
                DELEGATOR,
                USER.address(),
                Address.of("ff".repeat(20)),
                Instant.now().plus(Duration.ofDays(1)));

        // Then
        assertThat(isDelegated(handle, contract)).isTrue();
        assertThat(isDelegated(handle, Address.of("dd".repeat(20)))).isFalse();
    }

    @Test
    void multicallRevertsWithTheErrorOfTheCallThatFails() {
        // Given a delegation into the past
        Bytes failing = Calldata.encode(
                "delegateForUserDecryption(address,address,uint64)",
                Calldata.address(CONTRACT),
                Calldata.address(CONTRACT),
                Calldata.uint(BigInteger.ONE));
        Bytes multicall = Calldata.encode(
                "multicall(bytes[])", new DynamicArray<>(DynamicBytes.class, List.of(Calldata.bytes(failing))));

        // When
        Bytes revert = calls.revertData(USER.address(), at.acl(), multicall);

        // Then
        assertThat(revert.toBareHex()).startsWith("1c230bd8");
    }

    @Test
    void kmsVerifierTellsTheDomainAndTheSignersOfDecryptions() {
        assertDomain(at.kmsVerifier(), "Decryption", at.decryption());
        assertThat(addresses(at.kmsVerifier(), "getKmsSigners()"))
                .isEqualTo(IntStream.range(0, 4)
                        .mapToObj(number -> DevAccount.kmsSigner(number).address())
                        .toList());
        assertThat(number(at.kmsVerifier(), "getThreshold()")).isEqualTo(3);
    }

    @Test
    void inputVerifierTellsTheDomainAndTheSignersOfInputs() {
        assertDomain(at.inputVerifier(), "InputVerification", at.inputVerification());
        assertThat(addresses(at.inputVerifier(), "getCoprocessorSigners()"))
                .isEqualTo(IntStream.range(0, 3)
                        .mapToObj(number -> DevAccount.coprocessorSigner(number).address())
                        .toList());
        assertThat(number(at.inputVerifier(), "getThreshold()")).isEqualTo(2);
    }

    @Test
    void contextLeadsToTheBlockWithItsEvent() {
        // Given
        BigInteger contextId = number(at.protocolConfig(), "getCurrentKmsContextAndEpoch()");
        assertThat(contextId).isEqualTo(contracts.contextId());

        // When
        Bytes anchor = calls.call(
                at.protocolConfig(), Calldata.encode("getKmsContextAnchor(uint256)", Calldata.uint(contextId)));
        long block = new AbiReader(anchor, 2).longValue(0);
        JsonNode logs = chains.hostRpc()
                .request(
                        "eth_getLogs",
                        Map.of(
                                "fromBlock",
                                "0x" + Long.toHexString(block),
                                "toBlock",
                                "0x" + Long.toHexString(block),
                                "address",
                                at.protocolConfig().toString()));

        // Then
        assertThat(logs).hasSize(1);
        assertThat(logs.get(0).get("topics").get(0).textValue())
                .isEqualTo("0x204d6b80121154cd87d99cf54c639a3dd0a53b3084277098de972ebdd34c6be9");
        assertThat(logs.get(0).get("topics").get(1).textValue())
                .isEqualTo("0x" + contextId.toString(16).replaceFirst("^7", "07"));
        assertThat(number(calls.call(
                        at.protocolConfig(),
                        Calldata.encode("getUserDecryptionThresholdForContext(uint256)", Calldata.uint(contextId)))))
                .isEqualTo(3);
    }

    @Test
    void onlyGeneratedKeysHaveMaterials() {
        // Given
        BigInteger keyId = number(at.kmsGeneration(), "getActiveKeyId()");
        BigInteger crsId = number(at.kmsGeneration(), "getActiveCrsId()");
        BigInteger none = BigInteger.TWO.pow(200);

        // When, Then
        assertThat(calls.call(at.kmsGeneration(), materials("Key", keyId)).size())
                .isPositive();
        assertThat(calls.call(at.kmsGeneration(), materials("Crs", crsId)).size())
                .isPositive();
        assertThat(calls.revertData(USER.address(), at.kmsGeneration(), materials("Key", keyId.add(none)))
                        .toBareHex())
                .startsWith("84de1331");
        assertThat(calls.revertData(USER.address(), at.kmsGeneration(), materials("Crs", crsId.add(none)))
                        .toBareHex())
                .startsWith("da32d00f");
    }

    private static Bytes materials(String kind, BigInteger id) {
        return Calldata.encode("get" + kind + "Materials(uint256)", Calldata.uint(id));
    }

    private static List<Denial> denials(RelayerRequest request) {
        AclCalls acl = new AclCalls(at.acl());
        ContractCall call = acl.multicall(request, HOST_CHAIN).orElseThrow();
        return acl.decode(request, HOST_CHAIN, calls.call(call.to(), call.data()));
    }

    private static boolean isDelegated(Handle handle, Address contract) {
        return isTrue(delegationCall(handle, contract));
    }

    private static Bytes delegationCall(Handle handle, Address contract) {
        return Calldata.encode(
                "isHandleDelegatedForUserDecryption(address,address,address,bytes32)",
                Calldata.address(DELEGATOR.address()),
                Calldata.address(USER.address()),
                Calldata.address(contract),
                Calldata.word(handle));
    }

    private static boolean isTrue(Bytes call) {
        return new AbiReader(calls.call(at.acl(), call), 1).bool(0);
    }

    /** Calls as if the block were made at {@code time}. */
    private static boolean isTrueAt(Instant time, Bytes call) {
        JsonNode answer = chains.hostRpc()
                .request(
                        "eth_call",
                        Map.of("to", at.acl().toString(), "data", call.toHex()),
                        "latest",
                        Map.of(),
                        Map.of("time", "0x" + Long.toHexString(time.getEpochSecond())));
        return new AbiReader(Bytes.fromHex(answer.textValue()), 1).bool(0);
    }

    private static void assertDomain(Address verifier, String name, Address contract) {
        AbiReader domain = new AbiReader(calls.call(verifier, Calldata.encode("eip712Domain()")), 7);
        assertThat(domain.uint(0).shiftRight(248)).isEqualTo(0x0f);
        assertThat(domain.bytes(1)).isEqualTo(Bytes.of(name.getBytes(StandardCharsets.US_ASCII)));
        assertThat(domain.bytes(2)).isEqualTo(Bytes.fromHex("31"));
        assertThat(domain.longValue(3)).isEqualTo(TestChains.GATEWAY_CHAIN_ID);
        assertThat(domain.uint(4)).isEqualTo(new BigInteger(1, contract.value().toArray()));
    }

    private static List<Address> addresses(Address contract, String view) {
        return new AbiReader(calls.call(contract, Calldata.encode(view)), 1)
                .words(0).stream()
                        .map(word -> Address.of(word.toBareHex().substring(24)))
                        .toList();
    }

    private static BigInteger number(Address contract, String view) {
        return number(calls.call(contract, Calldata.encode(view)));
    }

    private static BigInteger number(Bytes answer) {
        return new AbiReader(answer, 1).uint(0);
    }
}
