package org.relayersuite.chain.eip712;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Sign;
import org.web3j.utils.Numeric;

/** Both ways to recover a key are one function: which of them a platform has must not decide who signed. */
class PublicKeyRecoveryTest {
    private static final BigInteger ORDER = Sign.CURVE_PARAMS.getN();
    private static final ECKeyPair KEY = ECKeyPair.create(BigInteger.valueOf(0xbeef));
    private static final PublicKeyRecovery PORTABLE = new PortableRecovery();

    private static Stream<PublicKeyRecovery> both() {
        // Where this build runs the library must load; where it does not, this says so.
        return Stream.of(PORTABLE, NativeRecovery.load().orElseThrow());
    }

    private static byte[] word(BigInteger value) {
        return Numeric.toBytesPadded(value, 32);
    }

    private static byte[] join(byte[] r, byte[] s) {
        byte[] signature = Arrays.copyOf(r, 64);
        System.arraycopy(s, 0, signature, 32, 32);
        return signature;
    }

    private static Optional<BigInteger> key(
            PublicKeyRecovery recovery, byte[] digest, byte[] signature, int recoveryId) {
        return recovery.recover(digest, signature, recoveryId).map(key -> {
            assertThat(key).hasSize(64);
            return new BigInteger(1, key);
        });
    }

    @ParameterizedTest
    @MethodSource("both")
    void theKeyThatSignedIsFound(PublicKeyRecovery recovery) {
        byte[] digest = word(BigInteger.TWO.pow(200));
        Sign.SignatureData signed = Sign.signMessage(digest, KEY, false);
        byte[] signature = join(signed.getR(), signed.getS());
        assertThat(key(recovery, digest, signature, signed.getV()[0] - 27)).contains(KEY.getPublicKey());
        assertThat(key(recovery, digest, signature, 28 - signed.getV()[0]))
                .isNotEqualTo(Optional.of(KEY.getPublicKey()));
    }

    @ParameterizedTest
    @MethodSource("both")
    void noKeyMadeASignatureWhoseRIsNoPointOfTheCurve(PublicKeyRecovery recovery) {
        // Given that 5^3 + 7 is no square in the field
        byte[] signature = join(word(BigInteger.valueOf(5)), word(BigInteger.ONE));
        assertThat(recovery.recover(word(BigInteger.TEN), signature, 0)).isEmpty();
        assertThat(recovery.recover(word(BigInteger.TEN), signature, 1)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("both")
    void thePointAtInfinityIsNoKey(PublicKeyRecovery recovery) {
        // Given s = e / k for r = kG: then s * R = e * G, and the key would be their difference
        BigInteger k = BigInteger.valueOf(12345);
        BigInteger digest = BigInteger.TWO.pow(255).add(BigInteger.TEN).mod(ORDER);
        ECPoint point = Sign.CURVE_PARAMS.getG().multiply(k).normalize();
        int recoveryId = point.getAffineYCoord().toBigInteger().testBit(0) ? 1 : 0;
        BigInteger s = digest.multiply(k.modInverse(ORDER)).mod(ORDER);
        byte[] signature = join(word(point.getAffineXCoord().toBigInteger()), word(s));
        assertThat(recovery.recover(word(digest), signature, recoveryId)).isEmpty();
    }

    @Test
    void bothAgreeOnValidAndOnRandomSignatures() {
        // Given
        Random random = new Random(7);
        PublicKeyRecovery fast = NativeRecovery.load().orElseThrow();
        int found = 0;
        // When / Then
        for (int i = 0; i < 200; i++) {
            byte[] digest = new byte[32];
            random.nextBytes(digest);
            BigInteger r = new BigInteger(256, random).mod(ORDER).max(BigInteger.ONE);
            BigInteger s = new BigInteger(256, random).mod(ORDER).max(BigInteger.ONE);
            byte[] signature = join(word(r), word(s));
            Optional<BigInteger> slow = key(PORTABLE, digest, signature, i % 2);
            assertThat(key(fast, digest, signature, i % 2)).isEqualTo(slow);
            found += slow.isPresent() ? 1 : 0;
        }
        // And both cases were among them: about half of all numbers are the x of a point
        assertThat(found).isBetween(50, 150);
    }
}
