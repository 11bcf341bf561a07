package org.relayersuite.chain.eip712;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.web3j.crypto.StructuredDataEncoder;

class Eip712DigestsTest {
    private static final Address CONTRACT = Address.of("0xB8Ae44365c45A7C5256b14F607CaE23BC040c354");
    private static final Eip712Domain DOMAIN = Eip712Domain.decryption(BigInteger.valueOf(8009), CONTRACT);
    private static final Bytes PUBLIC_KEY = Bytes.fromHex("0xabcd");
    private static final Address A = Address.of("aa".repeat(20));
    private static final Address B = Address.of("bb".repeat(20));
    private static final Address USER = Address.of("0x31De9c8ac5ECD5EacEddDdEE531e9BaD8AC9c2A5");
    private static final BigInteger START = BigInteger.valueOf(1767225600);
    private static final Bytes EXTRA_DATA = Bytes.fromHex("0x00");
    private static final List<Handle> HANDLES = List.of(Handle.of("11".repeat(32)), Handle.of("22".repeat(32)));

    private static Hash unifiedDigest() {
        return Eip712Digests.unifiedUserDecryptRequest(
                DOMAIN, USER, PUBLIC_KEY, List.of(A), START, BigInteger.valueOf(604800), EXTRA_DATA);
    }

    @Test
    void typeHashesAreThoseOfTheContracts() {
        Map<String, String> expected = Map.of(
                Eip712Digests.UNIFIED_USER_DECRYPT_REQUEST,
                "4ee965201c2f6fd39bb37401a5de0ea2362ef4db8199c112ec67d694006e114e",
                Eip712Digests.USER_DECRYPT_REQUEST,
                "9bf1f2b06a0ed501e5fa5a12ba3f9fbc1343c988847fb585c29c59ada4b71ab5",
                Eip712Digests.DELEGATED_USER_DECRYPT_REQUEST,
                "c93bc1d3fd0d779bf2a605403200af965b7571bbaf3401ffb5174398fbddac45",
                Eip712Digests.PUBLIC_DECRYPT_RESPONSE,
                "89bac15e5ba205584832145601e359431e80fb9fb331ba5a22058132d525c794",
                Eip712Digests.USER_DECRYPT_RESPONSE,
                "2c4b1a55fe4090104eb889f0e48d4cf11c7cc4b95cf47117b9f0008cbcc10f5f",
                Eip712Digests.CIPHERTEXT_VERIFICATION,
                "7572bd9d6960146795387efc75c1f9d948f0c5aa786c2bb453b4b150e49801b4");
        expected.forEach((type, hash) -> assertThat(Keccak.hash(type)).isEqualTo(Hash.of(hash)));
    }

    @Test
    void requestDigestsMatchTheVectors() {
        assertThat(Eip712Digests.userDecryptRequest(
                        DOMAIN, PUBLIC_KEY, List.of(A), START, BigInteger.valueOf(7), EXTRA_DATA))
                .isEqualTo(Hash.of("f7de8bed03dd81de02e8f872d8e9f3da84c9dc787cb4dd6d3cf3e297bab8af8e"));
        assertThat(Eip712Digests.delegatedUserDecryptRequest(
                        DOMAIN, PUBLIC_KEY, List.of(A), B, START, BigInteger.valueOf(7), EXTRA_DATA))
                .isEqualTo(Hash.of("ac99ae0db4a164e48180d05b414370c75c06906d2d5ac7542397c98d962680c9"));
        assertThat(unifiedDigest())
                .isEqualTo(Hash.of("28b26d54fa8bf718b2603b08785b3d707c1304f6d39b9ef12862da8f81c9ee00"));
    }

    @Test
    void theSignatureOfTheVectorIsTheUsers() {
        Bytes signature = Bytes.fromHex("0xbf9d6d74f04ab91e78a4ab2f125a098c3be316a56560823dbf0c11d9b870ec49"
                + "2e5bf402480d9d1b2c6b49e1f5646d3c3f75319150d6edf5a6300bf9a5457b351b");
        assertThat(Signatures.recover(unifiedDigest(), signature)).contains(USER);
    }

    @Test
    void responseDigestsMatchAnIndependentEncoder() throws Exception {
        String handles = "[\"0x" + "11".repeat(32) + "\",\"0x" + "22".repeat(32) + "\"]";
        Bytes result = Bytes.fromHex("0102");
        assertThat(Eip712Digests.publicDecryptResponse(DOMAIN, HANDLES, result, EXTRA_DATA))
                .isEqualTo(independent(
                        "Decryption",
                        Eip712Digests.PUBLIC_DECRYPT_RESPONSE,
                        "{\"ctHandles\":%s,\"decryptedResult\":\"0x0102\",\"extraData\":\"0x00\"}".formatted(handles)));
        assertThat(Eip712Digests.userDecryptResponse(DOMAIN, PUBLIC_KEY, HANDLES, result, EXTRA_DATA))
                .isEqualTo(independent(
                        "Decryption",
                        Eip712Digests.USER_DECRYPT_RESPONSE,
                        "{\"publicKey\":\"0xabcd\",\"ctHandles\":%s,\"userDecryptedShare\":\"0x0102\",\"extraData\":\"0x00\"}"
                                .formatted(handles)));
        Eip712Domain domain = Eip712Domain.inputVerification(BigInteger.valueOf(8009), CONTRACT);
        BigInteger chainId = new BigInteger("18446744073709551615");
        assertThat(Eip712Digests.ciphertextVerification(domain, HANDLES, A, B, chainId, EXTRA_DATA))
                .isEqualTo(independent(
                        "InputVerification",
                        Eip712Digests.CIPHERTEXT_VERIFICATION,
                        "{\"ctHandles\":%s,\"userAddress\":\"%s\",\"contractAddress\":\"%s\",\"contractChainId\":\"%s\",\"extraData\":\"0x00\"}"
                                .formatted(handles, A, B, chainId)));
    }

    /** The digest by web3j's encoder of eth_signTypedData JSON. */
    private static Hash independent(String domainName, String type, String message) throws Exception {
        String primary = type.substring(0, type.indexOf('('));
        String json = "{\"types\":{\"EIP712Domain\":%s,\"%s\":%s},\"primaryType\":\"%s\",\"domain\":%s,\"message\":%s}"
                .formatted(
                        fields(Eip712Domain.TYPE),
                        primary,
                        fields(type),
                        primary,
                        "{\"name\":\"%s\",\"version\":\"1\",\"chainId\":\"8009\",\"verifyingContract\":\"%s\"}"
                                .formatted(domainName, CONTRACT),
                        message);
        return Hash.of(new StructuredDataEncoder(json).hashStructuredData());
    }

    private static String fields(String type) {
        List<String> fields = List.of(
                        type.substring(type.indexOf('(') + 1, type.length() - 1).split(","))
                .stream()
                .map(field -> field.split(" "))
                .map(field -> "{\"type\":\"%s\",\"name\":\"%s\"}".formatted(field[0], field[1]))
                .toList();
        return "[" + String.join(",", fields) + "]";
    }

    @Test
    void numbersOutsideUint256AreRefused() {
        BigInteger tooLarge = BigInteger.TWO.pow(256);
        Eip712Digests.userDecryptRequest(
                DOMAIN, PUBLIC_KEY, List.of(), tooLarge.subtract(BigInteger.ONE), BigInteger.ZERO, EXTRA_DATA);
        for (BigInteger wrong : List.of(tooLarge, BigInteger.ONE.negate())) {
            assertThatThrownBy(() -> Eip712Digests.userDecryptRequest(
                            DOMAIN, PUBLIC_KEY, List.of(), wrong, BigInteger.ZERO, EXTRA_DATA))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
