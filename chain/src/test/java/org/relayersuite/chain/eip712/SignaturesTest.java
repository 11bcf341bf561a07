package org.relayersuite.chain.eip712;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

class SignaturesTest {
    private static final String ORDER = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    private static final PrivateKeySigner SIGNER = new PrivateKeySigner(Bytes.fromHex("42".repeat(32)));
    private static final Hash DIGEST = Keccak.hash("what was signed");
    private static final String SIGNATURE = SIGNER.signDigest(DIGEST).toBareHex();
    private static final String R = SIGNATURE.substring(0, 64);
    private static final String S = SIGNATURE.substring(64, 128);
    private static final String V = SIGNATURE.substring(128);

    @Test
    void theSignerIsRecovered() {
        assertThat(Signatures.recover(DIGEST, Bytes.fromHex(SIGNATURE))).contains(SIGNER.address());
    }

    @Test
    void anotherDigestWasSignedBySomebodyElse() {
        assertThat(Signatures.recover(Keccak.hash("something else"), Bytes.fromHex(SIGNATURE)))
                .isPresent()
                .isNotEqualTo(Optional.of(SIGNER.address()));
    }

    private static Stream<Arguments> invalid() {
        String zero = "00".repeat(32);
        String malleable = "%064x".formatted(new BigInteger(ORDER, 16).subtract(new BigInteger(S, 16)));
        String otherV = V.equals("1b") ? "1c" : "1b";
        return Stream.of(
                Arguments.of("nothing", ""),
                Arguments.of("64 bytes (EIP-2098)", R + S),
                Arguments.of("66 bytes", SIGNATURE + "00"),
                Arguments.of("v 0", R + S + "00"),
                Arguments.of("v 1", R + S + "01"),
                Arguments.of("v 26", R + S + "1a"),
                Arguments.of("v 29", R + S + "1d"),
                Arguments.of("v 255", R + S + "ff"),
                Arguments.of("zero r", zero + S + V),
                Arguments.of("zero s", R + zero + V),
                Arguments.of("r of the order", ORDER + S + V),
                Arguments.of("s of the order", R + ORDER + V),
                Arguments.of("s in the upper half", R + malleable + otherV),
                Arguments.of("s in the upper half, same v", R + malleable + V),
                Arguments.of("all ones", "ff".repeat(64) + V),
                Arguments.of("all zero", "00".repeat(65)),
                Arguments.of("r that is no point", "%064x".formatted(5) + S + V));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalid")
    void whatTheContractsRefuseIsNobodysSignature(String name, String signature) {
        assertThat(Signatures.recover(DIGEST, Bytes.fromHex(signature))).isEmpty();
    }
}
