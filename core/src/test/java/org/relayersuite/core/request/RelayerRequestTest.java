package org.relayersuite.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

class RelayerRequestTest {
    private static final Address CONTRACT = Address.of("aa".repeat(20));
    private static final Address USER = Address.of("bb".repeat(20));
    private static final Address OTHER = Address.of("cc".repeat(20));
    private static final List<Handle> HANDLES = List.of(handle(9001), handle(8009), handle(9001));
    private static final List<HandleContractPair> PAIRS = HANDLES.stream()
            .map(handle -> new HandleContractPair(handle, CONTRACT))
            .toList();

    private static final UserDecrypt DIRECT = new UserDecrypt(
            PAIRS, BigInteger.ONE, 1, BigInteger.ONE, List.of(CONTRACT), USER, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
    private static final DelegatedUserDecrypt DELEGATED = new DelegatedUserDecrypt(
            PAIRS,
            BigInteger.ONE,
            1,
            BigInteger.ONE,
            List.of(CONTRACT),
            OTHER,
            USER,
            Bytes.EMPTY,
            Bytes.EMPTY,
            Bytes.EMPTY);
    private static final UnifiedUserDecrypt UNIFIED = new UnifiedUserDecrypt(
            HANDLES.stream()
                    .map(handle -> new HandleEntry(handle, CONTRACT, OTHER))
                    .toList(),
            USER,
            List.of(),
            BigInteger.ONE,
            BigInteger.ONE,
            Bytes.EMPTY,
            Bytes.EMPTY,
            Bytes.EMPTY);

    private static Handle handle(long chainId) {
        return Handle.of("11".repeat(22) + "%016x0500".formatted(chainId));
    }

    static Stream<RelayerRequest> decryptions() {
        return Stream.of(new PublicDecrypt(HANDLES, Bytes.EMPTY), DIRECT, DELEGATED, UNIFIED);
    }

    @ParameterizedTest
    @MethodSource("decryptions")
    void tellsItsHandlesInOrderAndEachHostChainOnce(RelayerRequest request) {
        assertThat(request.handles()).isEqualTo(HANDLES);
        assertThat(request.hostChainIds()).containsExactly(BigInteger.valueOf(9001), BigInteger.valueOf(8009));
    }

    @Test
    void anInputProofDecryptsNothing() {
        InputProof proof = new InputProof(BigInteger.ONE, CONTRACT, USER, Bytes.EMPTY, Bytes.EMPTY);

        assertThat(proof.handles()).isEmpty();
        assertThat(proof.hostChainIds()).isEmpty();
    }

    @Test
    void whoeverGetsTheValuesSignsForThem() {
        assertThat(DIRECT.signer()).isEqualTo(USER);
        assertThat(DELEGATED.signer()).isEqualTo(USER);
        assertThat(UNIFIED.signer()).isEqualTo(USER);
        assertThat(DIRECT.owner()).isEqualTo(USER);
        assertThat(DELEGATED.owner()).isEqualTo(OTHER);
    }

    @Test
    void anEntryOfAnotherOwnerIsDelegated() {
        assertThat(UNIFIED.isDelegated(new HandleEntry(HANDLES.getFirst(), CONTRACT, OTHER)))
                .isTrue();
        assertThat(UNIFIED.isDelegated(new HandleEntry(HANDLES.getFirst(), CONTRACT, USER)))
                .isFalse();
    }
}
