package org.relayersuite.devnet.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

class InputHandlesTest {
    private static final Address ACL = Address.of("ac".repeat(Address.LENGTH));
    private static final BigInteger LARGEST_CHAIN_ID = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    @Test
    void handlesNameTheChainTheirIndexAndATypeWithValues() {
        // Given
        List<Bytes> proofs = IntStream.range(0, 100)
                .mapToObj(i -> Bytes.of(new byte[] {(byte) i}))
                .toList();

        for (Bytes proof : proofs) {
            // When
            List<Handle> handles = InputHandles.of(proof, LARGEST_CHAIN_ID, ACL);

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
        List<Handle> handles = InputHandles.of(proof, BigInteger.ONE, ACL);

        // Then
        assertThat(InputHandles.of(proof, BigInteger.ONE, ACL)).isEqualTo(handles);
        assertThat(InputHandles.of(Bytes.fromHex("deadbeee"), BigInteger.ONE, ACL))
                .doesNotContainAnyElementsOf(handles);
    }

    @Test
    void aListThatAClientMadeGetsTheHandlesThatTheClientExpects() {
        // Given a list of all eight types, with what lies between its name and its entries cut short
        Bytes list = clientList(4, 8, 16, 32, 64, 80, 128);

        // When
        List<Handle> handles = InputHandles.of(list, BigInteger.valueOf(8009), ACL);

        // Then they are those of the client SDK 0.4 for the same bytes
        assertThat(handles)
                .extracting(Handle::toString)
                .containsExactly(
                        "0x5b16070e23f56097f0a90742ad848916a31377a377000000000000001f490000",
                        "0x085a182628e156b5d3a131b85efb29b62d8aa33d11010000000000001f490200",
                        "0x8f116d6a9812261f5a6dda2ba4fc1081fc38942ce2020000000000001f490300",
                        "0x65dad4bbc88c656c78a97a0698f27bb66fee263e4d030000000000001f490400",
                        "0x7219d1787f3404f858644bf9a915a7ea63b7817eff040000000000001f490500",
                        "0xd4f852e87d0fce283ca7c5ad5a5a8ec6bb10879c51050000000000001f490600",
                        "0xb978a4f52be997fd99641decd24aa3bd723453f650060000000000001f490700",
                        "0x12a51fb4058d3e5ad87cb619dea39f857915747ea8070000000000001f490800");
    }

    @Test
    void aNumberOfFourBlocksIsNoCountOfTheFourInputsBehindIt() {
        // Given
        Bytes list = clientList(4, 8, 8, 8, 8);

        // When
        List<Handle> handles = InputHandles.of(list, BigInteger.ONE, ACL);

        // Then
        assertThat(handles).extracting(Handle::fheType).containsExactly(0, 2, 3, 3, 3, 3);
    }

    @Test
    void aListThatIsCutShortHasHandlesAllTheSame() {
        // Given
        byte[] list = clientList(4, 8, 16, 32, 64, 80, 128).toArray();

        for (int length = 0; length < list.length; length++) {
            // When
            List<Handle> handles = InputHandles.of(Bytes.of(Arrays.copyOf(list, length)), BigInteger.ONE, ACL);

            // Then
            assertThat(handles).isNotEmpty();
        }
    }

    @Test
    void onlyTheRejectedPrefixIsNotAccepted() {
        assertThat(InputHandles.accepts(Bytes.fromHex("bad0bad000"))).isFalse();
        assertThat(InputHandles.accepts(Bytes.fromHex("bad0ba"))).isTrue();
        assertThat(InputHandles.accepts(Bytes.fromHex("00bad0bad0"))).isTrue();
        assertThat(InputHandles.accepts(Bytes.EMPTY)).isTrue();
    }

    /** The bytes of a list of a boolean and of numbers, given by their blocks; zeros and fives for all else. */
    private static Bytes clientList(long... blocks) {
        byte[] name = "high_level_api::ProvenCompactCiphertextList".getBytes(StandardCharsets.US_ASCII);
        byte[] cryptography = new byte[20];
        Arrays.fill(cryptography, (byte) 0x55);
        ByteBuffer list = ByteBuffer.allocate(34 + name.length + cryptography.length + 8 + 8 + 16 * blocks.length + 12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(34)
                .put(name)
                .put(cryptography)
                .putLong(1 + blocks.length)
                .putInt(1)
                .putInt(2);
        for (long each : blocks) {
            list.putInt(1).putInt(0).putLong(each);
        }
        return Bytes.of(list.array());
    }
}
