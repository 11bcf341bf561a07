package org.relayersuite.chain.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;

class GatewayContractsTest {
    private static final Address DECRYPTION = Address.of("dd".repeat(20));
    private static final Address INPUT_VERIFICATION = Address.of("ee".repeat(20));
    private static final String A = "aa".repeat(20);
    private static final String B = "bb".repeat(20);
    private static final String H1 = "11".repeat(32);
    private static final String H2 = "22".repeat(32);

    private final GatewayContracts contracts = new GatewayContracts(DECRYPTION, INPUT_VERIFICATION);

    private static String word(long value) {
        return "%064x".formatted(value);
    }

    private static String word(String address) {
        return "0".repeat(24) + address;
    }

    private static String padded(String hex) {
        return hex + "0".repeat(64 - hex.length());
    }

    private static Bytes calldata(String selector, String... words) {
        return Bytes.fromHex(selector + String.join("", words));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                GatewayContracts.VERIFY_PROOF_REQUEST + " 0xa7004996",
                GatewayContracts.PUBLIC_DECRYPTION_REQUEST + " 0xd8998f45",
                GatewayContracts.USER_DECRYPTION_REQUEST + " 0xf1b57adb",
                GatewayContracts.DELEGATED_USER_DECRYPTION_REQUEST + " 0x9fad5a2f",
                GatewayContracts.UNIFIED_USER_DECRYPTION_REQUEST + " 0xb4de2c37",
                GatewayContracts.IS_PUBLIC_DECRYPTION_READY + " 0x4014c4cd",
                GatewayContracts.IS_USER_DECRYPTION_READY + " 0xe22d1b26"
            })
    void selectorsAreThoseOfTheContracts(String signature, String selector) {
        assertThat(Keccak.selector(signature).toHex()).isEqualTo(selector);
    }

    @Test
    void anInputProofGoesToInputVerification() {
        // Given
        RelayerRequest request = new RelayerRequest.InputProof(
                new BigInteger("18446744073709551615"),
                Address.of(A),
                Address.of(B),
                Bytes.fromHex("abcdef"),
                Bytes.fromHex("00"));
        // When
        ContractCall call = contracts.requestCall(request);
        // Then
        assertThat(call.to()).isEqualTo(INPUT_VERIFICATION);
        assertThat(call.data())
                .isEqualTo(calldata(
                        "a7004996",
                        "0".repeat(48) + "f".repeat(16),
                        word(A),
                        word(B),
                        word(0xa0),
                        word(0xe0),
                        word(3),
                        padded("abcdef"),
                        word(1),
                        padded("00")));
        assertThat(contracts.readinessCall(request)).isEmpty();
    }

    @Test
    void aPublicDecryptGoesToDecryption() {
        // Given
        RelayerRequest request = new RelayerRequest.PublicDecrypt(List.of(Handle.of(H1), Handle.of(H2)), Bytes.EMPTY);
        String[] words = {word(0x40), word(0xa0), word(2), H1, H2, word(0)};
        // When / Then
        assertThat(contracts.requestCall(request)).isEqualTo(new ContractCall(DECRYPTION, calldata("d8998f45", words)));
        assertThat(contracts.readinessCall(request))
                .contains(new ContractCall(DECRYPTION, calldata("4014c4cd", words)));
    }

    @Test
    void aUserDecryptGoesToDecryption() {
        // Given
        RelayerRequest request = new RelayerRequest.UserDecrypt(
                List.of(
                        new HandleContractPair(Handle.of(H1), Address.of(A)),
                        new HandleContractPair(Handle.of(H2), Address.of(B))),
                BigInteger.valueOf(1767225600),
                7,
                BigInteger.valueOf(8009),
                List.of(Address.of(A), Address.of(B)),
                Address.of("cc".repeat(20)),
                Bytes.fromHex("0102"),
                Bytes.fromHex("03".repeat(65)),
                Bytes.fromHex("00"));
        // When
        ContractCall call = contracts.requestCall(request);
        // Then the head has eight words: the validity tuple is static and stands in line
        assertThat(call)
                .isEqualTo(new ContractCall(
                        DECRYPTION,
                        calldata(
                                "f1b57adb",
                                word(0x100),
                                word(1767225600),
                                word(7),
                                word(0x1a0),
                                word("cc".repeat(20)),
                                word(0x240),
                                word(0x280),
                                word(0x300),
                                word(2) + H1 + word(A) + H2 + word(B),
                                word(8009) + word(0x40) + word(2) + word(A) + word(B),
                                word(2) + padded("0102"),
                                word(65) + "03".repeat(64) + padded("03"),
                                word(1) + padded("00"))));
        assertThat(contracts.readinessCall(request))
                .contains(new ContractCall(
                        DECRYPTION,
                        calldata(
                                "e22d1b26",
                                word(0x40),
                                word(0xe0),
                                word(2) + H1 + word(A) + H2 + word(B),
                                word(1) + padded("00"))));
    }

    @Test
    void aDelegatedUserDecryptGoesToDecryption() {
        // Given
        RelayerRequest request = new RelayerRequest.DelegatedUserDecrypt(
                List.of(new HandleContractPair(Handle.of(H1), Address.of(A))),
                BigInteger.valueOf(1767225600),
                7,
                BigInteger.valueOf(8009),
                List.of(Address.of(A)),
                Address.of(B),
                Address.of("cc".repeat(20)),
                Bytes.fromHex("0102"),
                Bytes.fromHex("03".repeat(65)),
                Bytes.fromHex("00"));
        // When
        ContractCall call = contracts.requestCall(request);
        // Then validity and the two accounts are static and stand in line, the delegator first
        assertThat(call)
                .isEqualTo(new ContractCall(
                        DECRYPTION,
                        calldata(
                                "9fad5a2f",
                                word(0x120),
                                word(1767225600),
                                word(7),
                                word(B),
                                word("cc".repeat(20)),
                                word(0x180),
                                word(0x200),
                                word(0x240),
                                word(0x2c0),
                                word(1) + H1 + word(A),
                                word(8009) + word(0x40) + word(1) + word(A),
                                word(2) + padded("0102"),
                                word(65) + "03".repeat(64) + padded("03"),
                                word(1) + padded("00"))));
        assertThat(contracts.readinessCall(request))
                .contains(new ContractCall(
                        DECRYPTION,
                        calldata("e22d1b26", word(0x40), word(0xa0), word(1) + H1 + word(A), word(1) + padded("00"))));
    }

    @Test
    void aUnifiedUserDecryptGoesToDecryption() {
        // Given a handle of the user's own and one of another owner, no restriction to contracts, and no signature
        RelayerRequest request = new RelayerRequest.UnifiedUserDecrypt(
                List.of(
                        new HandleEntry(Handle.of(H1), Address.of(A), Address.of("cc".repeat(20))),
                        new HandleEntry(Handle.of(H2), Address.of(A), Address.of(B))),
                Address.of("cc".repeat(20)),
                List.of(),
                BigInteger.valueOf(1767225600),
                BigInteger.valueOf(604800),
                Bytes.fromHex("0102"),
                Bytes.EMPTY,
                Bytes.fromHex("00"));
        // When
        ContractCall call = contracts.requestCall(request);
        // Then
        assertThat(call)
                .isEqualTo(new ContractCall(
                        DECRYPTION,
                        calldata(
                                "b4de2c37",
                                word(0x100),
                                word("cc".repeat(20)),
                                word(0x1e0),
                                word(0x220),
                                word(1767225600),
                                word(604800),
                                word(0x240),
                                word(0x260),
                                word(2) + H1 + word(A) + word("cc".repeat(20)) + H2 + word(A) + word(B),
                                word(2) + padded("0102"),
                                word(0),
                                word(0),
                                word(1) + padded("00"))));
        // And readiness drops the owners
        assertThat(contracts.readinessCall(request))
                .contains(new ContractCall(
                        DECRYPTION,
                        calldata(
                                "e22d1b26",
                                word(0x40),
                                word(0xe0),
                                word(2) + H1 + word(A) + H2 + word(A),
                                word(1) + padded("00"))));
    }

    @Test
    void bothContractsAreListenedTo() {
        assertThat(contracts.addresses()).containsExactly(DECRYPTION, INPUT_VERIFICATION);
    }

    @Test
    void readinessIsExactlyOneBoolean() {
        assertThat(GatewayContracts.isReady(Bytes.fromHex(word(1)))).isTrue();
        assertThat(GatewayContracts.isReady(Bytes.fromHex(word(0)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "01", "0x0000000000000000000000000000000000000000000000000000000000000002"})
    void anythingElseIsNoAnswer(String hex) {
        assertThatThrownBy(() -> GatewayContracts.isReady(Bytes.fromHex(hex))).isInstanceOf(AbiException.class);
    }
}
