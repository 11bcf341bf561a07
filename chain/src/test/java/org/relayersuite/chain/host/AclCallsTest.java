package org.relayersuite.chain.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;

class AclCallsTest {
    private static final Address ACL = Address.of("cc".repeat(20));
    private static final Address USER = Address.of("aa".repeat(20));
    private static final Address CONTRACT = Address.of("bb".repeat(20));
    private static final Address DELEGATOR = Address.of("dd".repeat(20));
    private static final BigInteger CHAIN = BigInteger.valueOf(8009);
    private static final BigInteger OTHER_CHAIN = BigInteger.valueOf(1);
    private static final Handle H1 = handle(1, CHAIN);
    private static final Handle H2 = handle(2, CHAIN);
    private static final Handle ELSEWHERE = handle(3, OTHER_CHAIN);

    private final AclCalls calls = new AclCalls(ACL);
    private final RelayerRequest publicDecrypt =
            new RelayerRequest.PublicDecrypt(List.of(H1, ELSEWHERE, H2), Bytes.EMPTY);
    private final RelayerRequest userDecrypt = new RelayerRequest.UserDecrypt(
            List.of(new HandleContractPair(H1, CONTRACT)),
            BigInteger.ONE,
            1,
            CHAIN,
            List.of(CONTRACT),
            USER,
            Bytes.fromHex("01"),
            Bytes.fromHex("02"),
            Bytes.EMPTY);

    private final RelayerRequest delegatedDecrypt = new RelayerRequest.DelegatedUserDecrypt(
            List.of(new HandleContractPair(H1, CONTRACT), new HandleContractPair(H2, CONTRACT)),
            BigInteger.ONE,
            1,
            CHAIN,
            List.of(CONTRACT),
            DELEGATOR,
            USER,
            Bytes.fromHex("01"),
            Bytes.fromHex("02"),
            Bytes.EMPTY);
    private final RelayerRequest unifiedDecrypt = new RelayerRequest.UnifiedUserDecrypt(
            List.of(new HandleEntry(H1, CONTRACT, USER), new HandleEntry(H2, CONTRACT, DELEGATOR)),
            USER,
            List.of(),
            BigInteger.ONE,
            BigInteger.ONE,
            Bytes.fromHex("01"),
            Bytes.EMPTY,
            Bytes.EMPTY);

    private static Handle handle(int seed, BigInteger chainId) {
        return Handle.of("%02x".formatted(seed).repeat(22) + "%016x".formatted(chainId) + "0500");
    }

    private static String word(long value) {
        return "%064x".formatted(value);
    }

    private static String padded(String hex) {
        return hex + "0".repeat((64 - hex.length() % 64) % 64);
    }

    /** The return data of multicall: (bytes[]). */
    private static Bytes answer(String... results) {
        Bytes call = Calldata.encode(
                AclCalls.MULTICALL,
                Calldata.bytesArray(
                        List.of(results).stream().map(Bytes::fromHex).toList()));
        return Bytes.fromHex(call.toBareHex().substring(8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                AclCalls.MULTICALL + " 0xac9650d8",
                AclCalls.IS_ALLOWED_FOR_DECRYPTION + " 0xc0d02943",
                AclCalls.IS_ALLOWED + " 0x82027b6d",
                AclCalls.IS_DELEGATED + " 0xd09c0dee"
            })
    void selectorsAreThoseOfTheContract(String signature, String selector) {
        assertThat(Keccak.selector(signature).toHex()).isEqualTo(selector);
    }

    @Test
    void publicDecryptionAsksOncePerHandleOfTheChain() {
        String first = "c0d02943" + H1.value().toBareHex();
        String second = "c0d02943" + H2.value().toBareHex();
        assertThat(calls.multicall(publicDecrypt, CHAIN))
                .contains(new ContractCall(
                        ACL,
                        Bytes.fromHex("ac9650d8" + word(0x20) + word(2) + word(0x40) + word(0xa0)
                                + (word(36) + padded(first))
                                + (word(36) + padded(second)))));
    }

    @Test
    void userDecryptionAsksForUserAndContractOfEachPair() {
        String user = "82027b6d" + H1.value().toBareHex() + "0".repeat(24)
                + USER.value().toBareHex();
        String contract = "82027b6d" + H1.value().toBareHex() + "0".repeat(24)
                + CONTRACT.value().toBareHex();
        assertThat(calls.multicall(userDecrypt, CHAIN))
                .contains(new ContractCall(
                        ACL,
                        Bytes.fromHex("ac9650d8" + word(0x20) + word(2) + word(0x40) + word(0xc0)
                                + (word(68) + padded(user))
                                + (word(68) + padded(contract)))));
    }

    private static String delegation(Handle handle) {
        return "d09c0dee" + padding() + DELEGATOR.value().toBareHex() + padding()
                + USER.value().toBareHex() + padding()
                + CONTRACT.value().toBareHex() + handle.value().toBareHex();
    }

    private static String padding() {
        return "0".repeat(24);
    }

    @Test
    void delegatedDecryptionAsksForTheDelegationOfEachPair() {
        assertThat(calls.multicall(delegatedDecrypt, CHAIN))
                .contains(new ContractCall(
                        ACL,
                        Bytes.fromHex("ac9650d8" + word(0x20) + word(2) + word(0x40) + word(0x100)
                                + (word(132) + padded(delegation(H1)))
                                + (word(132) + padded(delegation(H2))))));
    }

    @Test
    void unifiedDecryptionAsksForTheUserOrForTheDelegationByEntry() {
        // Given the first handle of the user's own, the second of a delegator
        String own =
                "82027b6d" + H1.value().toBareHex() + padding() + USER.value().toBareHex();

        // Then the contract's own access is asked for in neither case
        assertThat(calls.multicall(unifiedDecrypt, CHAIN))
                .contains(new ContractCall(
                        ACL,
                        Bytes.fromHex("ac9650d8" + word(0x20) + word(2) + word(0x40) + word(0xc0)
                                + (word(68) + padded(own))
                                + (word(132) + padded(delegation(H2))))));
    }

    @Test
    void whereThereIsNothingToAskThereIsNoCall() {
        RelayerRequest proof = new RelayerRequest.InputProof(CHAIN, CONTRACT, USER, Bytes.fromHex("01"), Bytes.EMPTY);
        assertThat(calls.multicall(proof, CHAIN)).isEmpty();
        assertThat(calls.multicall(userDecrypt, OTHER_CHAIN)).isEmpty();
    }

    @Test
    void denialsNameTheHandleAndTheCheck() {
        assertThat(calls.decode(publicDecrypt, CHAIN, answer(word(1), word(1)))).isEmpty();
        assertThat(calls.decode(publicDecrypt, CHAIN, answer(word(1), word(0))))
                .containsExactly(new Denial(H2, "isAllowedForDecryption", List.of()));
        assertThat(calls.decode(userDecrypt, CHAIN, answer(word(0), word(0))))
                .containsExactly(
                        new Denial(H1, "isAllowed", List.of(USER)), new Denial(H1, "isAllowed", List.of(CONTRACT)));
        assertThat(calls.decode(delegatedDecrypt, CHAIN, answer(word(1), word(0))))
                .containsExactly(
                        new Denial(H2, "isHandleDelegatedForUserDecryption", List.of(DELEGATOR, USER, CONTRACT)));
        assertThat(calls.decode(unifiedDecrypt, CHAIN, answer(word(0), word(0))))
                .containsExactly(
                        new Denial(H1, "isAllowed", List.of(USER)),
                        new Denial(H2, "isHandleDelegatedForUserDecryption", List.of(DELEGATOR, USER, CONTRACT)));
    }

    @Test
    void answersOfAnotherShapeSayNeitherYesNorNo() {
        for (Bytes answer : List.of(
                Bytes.EMPTY,
                answer(),
                answer(word(1)),
                answer(word(1), word(1), word(1)),
                answer(word(1), ""),
                answer(word(1), word(1) + word(1)),
                answer(word(1), "01"))) {
            assertThatThrownBy(() -> calls.decode(publicDecrypt, CHAIN, answer)).isInstanceOf(AbiException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000000000000000000000000000000000000000000000000000000000000002",
                "8000000000000000000000000000000000000000000000000000000000000001"
            })
    void aWordThatIsNoBooleanIsNotTakenForYes(String result) {
        assertThatThrownBy(() -> calls.decode(publicDecrypt, CHAIN, answer(word(1), result)))
                .isInstanceOf(AbiException.class);
    }
}
