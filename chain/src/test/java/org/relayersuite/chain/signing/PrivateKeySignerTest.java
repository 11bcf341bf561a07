package org.relayersuite.chain.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.eip712.Signatures;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.web3j.crypto.SignedRawTransaction;
import org.web3j.crypto.TransactionDecoder;
import org.web3j.crypto.transaction.type.Transaction1559;

class PrivateKeySignerTest {
    /** The first account of the development mnemonic "test test ... junk". */
    private static final Bytes KEY = Bytes.fromHex("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");

    private static final Address ACCOUNT = Address.of("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    private static final Address TO = Address.of("cc".repeat(20));
    private static final BigInteger ORDER =
            new BigInteger("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16);

    private final PrivateKeySigner signer = new PrivateKeySigner(KEY);

    private static UnsignedTransaction transaction(long nonce) {
        return new UnsignedTransaction(
                31337,
                nonce,
                TO,
                Bytes.fromHex("0xd8998f45"),
                BigInteger.valueOf(200_000),
                BigInteger.valueOf(30),
                BigInteger.valueOf(2));
    }

    @Test
    void theAddressIsThatOfTheKey() {
        assertThat(signer.address()).isEqualTo(ACCOUNT);
    }

    @Test
    void aSignedTransactionSaysWhatWasAskedAndIsFromTheAccount() throws Exception {
        // When
        SignedTransaction signed = signer.sign(transaction(0));
        // Then
        SignedRawTransaction decoded =
                (SignedRawTransaction) TransactionDecoder.decode(signed.raw().toHex());
        Transaction1559 content = (Transaction1559) decoded.getTransaction();
        assertThat(signed.raw().at(0)).isEqualTo(2);
        assertThat(Address.of(decoded.getFrom())).isEqualTo(ACCOUNT);
        assertThat(content.getChainId()).isEqualTo(31337);
        assertThat(content.getNonce()).isZero();
        assertThat(Address.of(content.getTo())).isEqualTo(TO);
        assertThat(content.getValue()).isZero();
        assertThat(Bytes.fromHex(content.getData())).isEqualTo(Bytes.fromHex("d8998f45"));
        assertThat(content.getGasLimit()).isEqualTo(200_000);
        assertThat(content.getMaxFeePerGas()).isEqualTo(30);
        assertThat(content.getMaxPriorityFeePerGas()).isEqualTo(2);
        assertThat(signed.hash()).isEqualTo(Keccak.hash(signed.raw()));
    }

    @Test
    void theSameTransactionGivesTheSameBytesAndAnotherNonceOthers() {
        assertThat(signer.sign(transaction(5))).isEqualTo(signer.sign(transaction(5)));
        assertThat(signer.sign(transaction(6)).hash())
                .isNotEqualTo(signer.sign(transaction(5)).hash());
    }

    @Test
    void digestsAreSignedSoThatTheAccountIsRecovered() {
        for (int i = 0; i < 16; i++) {
            Hash digest = Keccak.hash("digest " + i);
            Bytes signature = signer.signDigest(digest);
            assertThat(signature.size()).isEqualTo(65);
            assertThat(signature.at(64)).isBetween(27, 28);
            assertThat(Signatures.recover(digest, signature)).contains(ACCOUNT);
            assertThat(Signatures.recover(Keccak.hash("another"), signature)).isNotEqualTo(Optional.of(ACCOUNT));
        }
    }

    @Test
    void malformedAndMalleableSignaturesRecoverNobody() {
        // Given
        Hash digest = Keccak.hash("digest");
        byte[] good = signer.signDigest(digest).toArray();
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(good, 32, 64));
        byte[] highS = good.clone();
        byte[] mirrored = ORDER.subtract(s).toByteArray();
        System.arraycopy(mirrored, mirrored.length - 32, highS, 32, 32);
        highS[64] = (byte) (good[64] == 27 ? 28 : 27);
        // When / Then
        assertThat(Signatures.recover(digest, Bytes.of(highS))).isEmpty();
        assertThat(Signatures.recover(digest, Bytes.EMPTY)).isEmpty();
        assertThat(Signatures.recover(digest, Bytes.of(Arrays.copyOf(good, 64))))
                .isEmpty();
        assertThat(Signatures.recover(digest, Bytes.of(Arrays.copyOf(good, 66))))
                .isEmpty();
        for (int v : new int[] {0, 1, 26, 29, 255}) {
            byte[] wrong = good.clone();
            wrong[64] = (byte) v;
            assertThat(Signatures.recover(digest, Bytes.of(wrong))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "ff", "05"})
    void signaturesOfOneRepeatedByteNeitherThrowNorPass(String value) {
        // 0 and 2^256-1 are out of range; 5 repeated is in range, whether it lies on the curve or not.
        Bytes signature = Bytes.fromHex(value.repeat(64) + "1b");
        assertThat(Signatures.recover(Keccak.hash("digest"), signature)).isNotEqualTo(Optional.of(ACCOUNT));
    }

    @Test
    void anRThatIsNoPointOfTheCurveRecoversNobody() {
        // Given: x = 5 has no point on secp256k1
        Bytes signature = Bytes.fromHex("%064x%064x1b".formatted(5, 1));
        assertThat(Signatures.recover(Keccak.hash("digest"), signature)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "01",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
                "00ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
            })
    void whatIsNoKeyIsRefusedWithoutBeingQuoted(String hex) {
        assertThatThrownBy(() -> new PrivateKeySigner(Bytes.fromHex(hex)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a private key has 32 bytes and is below the order of secp256k1");
        assertThat(signer.toString()).doesNotContain("ac0974");
    }

    @Test
    void feesThatContradictEachOtherAreRefused() {
        assertThatThrownBy(() ->
                        new UnsignedTransaction(1, 0, TO, Bytes.EMPTY, BigInteger.ONE, BigInteger.ONE, BigInteger.TWO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        new UnsignedTransaction(1, -1, TO, Bytes.EMPTY, BigInteger.ONE, BigInteger.TWO, BigInteger.ONE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
