package org.relayersuite.devnet.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

class InputHandlesTest {
    private static final BigInteger LARGEST_CHAIN_ID = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    @Test
    void handlesNameTheChainTheirIndexAndATypeWithValues() {
        // Given
        List<Bytes> proofs = IntStream.range(0, 100)
                .mapToObj(i -> Bytes.of(new byte[] {(byte) i}))
                .toList();

        for (Bytes proof : proofs) {
            // When
            List<Handle> handles = InputHandles.of(proof, LARGEST_CHAIN_ID);

            // Then
            assertThat(handles).hasSizeBetween(1, 3).doesNotHaveDuplicates();
            assertThat(handles).allMatch(handle -> handle.chainId().equals(LARGEST_CHAIN_ID));
            assertThat(handles)
                    .allMatch(handle -> handle.fheType() == 0 || handle.fheType() >= 2 && handle.fheType() <= 8);
            assertThat(IntStream.range(0, handles.size()))
                    .allMatch(index -> handles.get(index).value().at(21) == index);
        }
    }

    @Test
    void sameProofGivesTheSameHandlesAndAnotherProofOthers() {
        // Given
        Bytes proof = Bytes.fromHex("deadbeef");

        // When
        List<Handle> handles = InputHandles.of(proof, BigInteger.ONE);

        // Then
        assertThat(InputHandles.of(proof, BigInteger.ONE)).isEqualTo(handles);
        assertThat(InputHandles.of(Bytes.fromHex("deadbeee"), BigInteger.ONE)).doesNotContainAnyElementsOf(handles);
    }

    @Test
    void onlyTheRejectedPrefixIsNotAccepted() {
        assertThat(InputHandles.accepts(Bytes.fromHex("bad0bad000"))).isFalse();
        assertThat(InputHandles.accepts(Bytes.fromHex("bad0ba"))).isTrue();
        assertThat(InputHandles.accepts(Bytes.fromHex("00bad0bad0"))).isTrue();
        assertThat(InputHandles.accepts(Bytes.EMPTY)).isTrue();
    }
}
