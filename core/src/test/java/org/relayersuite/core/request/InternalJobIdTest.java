package org.relayersuite.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;

/** The vectors were computed independently of this code (spec/relayer.md, section 2). */
class InternalJobIdTest {
    private static final BigInteger CHAIN = BigInteger.valueOf(8009);
    private static final Address A = Address.of("aa".repeat(20));
    private static final Address B = Address.of("bb".repeat(20));
    private static final Address C = Address.of("cc".repeat(20));
    private static final Handle H = Handle.of("11".repeat(21) + "000000000000001f490500");
    private static final Bytes EXTRA = Bytes.fromHex("00");
    private static final Bytes CIPHERTEXT = Bytes.fromHex("deadbeef");
    private static final Bytes PUBLIC_KEY = Bytes.fromHex("abcd");

    @Test
    void inputProofHasTheIdOfTheVector() {
        assertThat(InternalJobId.of(new InputProof(CHAIN, A, B, CIPHERTEXT, EXTRA)))
                .hasToString("d5df2f760470cc93a21eac2f96197d0f8d01f6244b27720695a95227c3c3af4a");
    }

    @Test
    void publicDecryptHasTheIdOfTheVector() {
        assertThat(InternalJobId.of(new PublicDecrypt(List.of(H), EXTRA)))
                .hasToString("32b459a805d1ea396711f041658400116b87b26ec59c2e2e5c07d5984bcc43e9");
    }

    @Test
    void userDecryptHasTheIdOfTheVector() {
        assertThat(InternalJobId.of(userDecrypt(BigInteger.ONE, 7, "cc".repeat(65))))
                .hasToString("a73d27437432b01253afc7dfa3f06bb7d14c91ddff4d1c69ae13ec7b510f8a9e");
    }

    @Test
    void delegatedUserDecryptHasTheIdOfTheVector() {
        assertThat(InternalJobId.of(delegated(BigInteger.ONE, 7, "cc".repeat(65), B, C)))
                .hasToString("aa68b5241c1cf1099b8ece1403a13395f30a2a8f198e1a9064f67226082bb573");
    }

    @Test
    void unifiedUserDecryptHasTheIdOfTheVector() {
        assertThat(InternalJobId.of(unified(BigInteger.ONE, BigInteger.TEN, "cc".repeat(65), B, List.of(A))))
                .hasToString("c9174d5010aaeec56845a0d8263b9b7afeff8a21b33938582e94ea5c77ca9149");
    }

    @Test
    void signatureAndValidityDoNotEnterTheOtherFormsEither() {
        assertThat(InternalJobId.of(delegated(BigInteger.TWO, 8, "dd".repeat(65), B, C)))
                .isEqualTo(InternalJobId.of(delegated(BigInteger.ONE, 7, "cc".repeat(65), B, C)));
        assertThat(InternalJobId.of(unified(BigInteger.TWO, BigInteger.TWO, "", B, List.of(A))))
                .isEqualTo(InternalJobId.of(unified(BigInteger.ONE, BigInteger.TEN, "cc".repeat(65), B, List.of(A))));
    }

    @Test
    void everyPartyOfADelegationEnters() {
        assertThat(List.of(
                        InternalJobId.of(delegated(BigInteger.ONE, 7, "cc".repeat(65), B, C)),
                        InternalJobId.of(delegated(BigInteger.ONE, 7, "cc".repeat(65), C, B)),
                        InternalJobId.of(unified(BigInteger.ONE, BigInteger.TEN, "", B, List.of(A))),
                        InternalJobId.of(unified(BigInteger.ONE, BigInteger.TEN, "", C, List.of(A))),
                        InternalJobId.of(unified(BigInteger.ONE, BigInteger.TEN, "", B, List.of()))))
                .doesNotHaveDuplicates();
    }

    @Test
    void signatureAndValidityDoNotEnter() {
        // Given the same wish signed twice, with another window
        InternalJobId first = InternalJobId.of(userDecrypt(BigInteger.ONE, 7, "cc".repeat(65)));
        InternalJobId second = InternalJobId.of(userDecrypt(BigInteger.TWO, 8, "dd".repeat(65)));

        // Then it is the same content
        assertThat(second).isEqualTo(first);
    }

    @Test
    void everyOtherPartOfAnInputProofEnters() {
        InternalJobId original = InternalJobId.of(new InputProof(CHAIN, A, B, CIPHERTEXT, EXTRA));

        assertThat(List.of(
                        InternalJobId.of(new InputProof(BigInteger.ONE, A, B, CIPHERTEXT, EXTRA)),
                        InternalJobId.of(new InputProof(CHAIN, B, B, CIPHERTEXT, EXTRA)),
                        InternalJobId.of(new InputProof(CHAIN, A, A, CIPHERTEXT, EXTRA)),
                        InternalJobId.of(new InputProof(CHAIN, A, B, PUBLIC_KEY, EXTRA)),
                        InternalJobId.of(new InputProof(CHAIN, A, B, CIPHERTEXT, PUBLIC_KEY))))
                .doesNotHaveDuplicates()
                .doesNotContain(original);
    }

    @Test
    void theOrderOfHandlesEnters() {
        Handle other = Handle.of("22".repeat(32));

        assertThat(InternalJobId.of(new PublicDecrypt(List.of(H, other), EXTRA)))
                .isNotEqualTo(InternalJobId.of(new PublicDecrypt(List.of(other, H), EXTRA)));
    }

    @Test
    void aChainIdBeyondTheSignedRangeKeepsAllItsBits() {
        BigInteger largest = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

        assertThat(InternalJobId.of(new InputProof(largest, A, B, CIPHERTEXT, EXTRA)))
                .isNotEqualTo(
                        InternalJobId.of(new InputProof(BigInteger.valueOf(Long.MAX_VALUE), A, B, CIPHERTEXT, EXTRA)));
    }

    private static UserDecrypt userDecrypt(BigInteger start, long days, String signature) {
        return new UserDecrypt(
                List.of(new HandleContractPair(H, A)),
                start,
                days,
                CHAIN,
                List.of(A),
                B,
                PUBLIC_KEY,
                Bytes.fromHex(signature),
                EXTRA);
    }

    private static DelegatedUserDecrypt delegated(
            BigInteger start, long days, String signature, Address delegator, Address delegate) {
        return new DelegatedUserDecrypt(
                List.of(new HandleContractPair(H, A)),
                start,
                days,
                CHAIN,
                List.of(A),
                delegator,
                delegate,
                PUBLIC_KEY,
                Bytes.fromHex(signature),
                EXTRA);
    }

    private static UnifiedUserDecrypt unified(
            BigInteger start, BigInteger seconds, String signature, Address user, List<Address> allowed) {
        return new UnifiedUserDecrypt(
                List.of(new HandleEntry(H, A, B)),
                user,
                allowed,
                start,
                seconds,
                PUBLIC_KEY,
                Bytes.fromHex(signature),
                EXTRA);
    }
}
