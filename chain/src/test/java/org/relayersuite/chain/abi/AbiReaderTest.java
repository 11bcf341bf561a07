package org.relayersuite.chain.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.Bytes;

class AbiReaderTest {
    private static final String MINUS_ONE = "f".repeat(64);
    private static final String INT_MAX = word(Integer.MAX_VALUE);

    private static String word(long value) {
        return "%064x".formatted(value);
    }

    private static Bytes data(String... words) {
        return Bytes.fromHex(String.join("", words));
    }

    @Test
    void staticAndDynamicValuesAreRead() {
        // Given (uint256, bytes, bytes32[], bytes[]), after the examples of the ABI specification
        Bytes data = data(
                word(42),
                word(0x80),
                word(0xc0),
                word(0x120), // head
                word(2),
                "abcd" + "0".repeat(60), // bytes
                word(2),
                word(7),
                word(8), // bytes32[]
                word(2),
                word(0x40),
                word(0x80),
                word(1),
                "ee" + "0".repeat(62),
                word(0)); // bytes[]
        // When
        AbiReader reader = new AbiReader(data, 4);
        // Then
        assertThat(reader.uint(0)).isEqualTo(42);
        assertThat(reader.longValue(0)).isEqualTo(42);
        assertThat(reader.bytes(1)).isEqualTo(Bytes.fromHex("abcd"));
        assertThat(reader.words(2)).containsExactly(data(word(7)), data(word(8)));
        assertThat(reader.bytesArray(3)).containsExactly(Bytes.fromHex("ee"), Bytes.EMPTY);
    }

    @Test
    void numbersAndBooleansHaveTheirRange() {
        AbiReader reader =
                new AbiReader(data(MINUS_ONE, word(2), word(1), word(0), "0".repeat(48) + "8" + "0".repeat(15)), 5);
        assertThat(reader.uint(0)).isEqualTo(BigInteger.TWO.pow(256).subtract(BigInteger.ONE));
        assertThatThrownBy(() -> reader.longValue(0)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> reader.longValue(4)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> reader.bool(0)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> reader.bool(1)).isInstanceOf(AbiException.class);
        assertThat(reader.bool(2)).isTrue();
        assertThat(reader.bool(3)).isFalse();
    }

    static Stream<Arguments> corruptions() {
        return Stream.of(
                Arguments.of("nothing", data()),
                Arguments.of("less than a word", Bytes.fromHex("20")),
                Arguments.of("offset behind the end", data(word(0x20))),
                Arguments.of("offset just too large", data(word(0x21), word(0))),
                Arguments.of("offset of the largest int", data(INT_MAX, word(0))),
                Arguments.of("offset of 2^256-1", data(MINUS_ONE, word(0))),
                Arguments.of("offset of 2^32", data(word(1L << 32), word(0))),
                Arguments.of("length behind the end", data(word(0x20), word(33), word(0))),
                Arguments.of("length of the largest int", data(word(0x20), INT_MAX, word(0))),
                Arguments.of("length of 2^256-1", data(word(0x20), MINUS_ONE, word(0))),
                Arguments.of("length of 2^31", data(word(0x20), word(1L << 31), word(0))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corruptions")
    void corruptDynamicValuesAreRefused(String name, Bytes data) {
        assertThatThrownBy(() -> new AbiReader(data, 1).bytes(0)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> new AbiReader(data, 1).words(0)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> new AbiReader(data, 1).bytesArray(0)).isInstanceOf(AbiException.class);
    }

    @Test
    void corruptElementsAreRefused() {
        Bytes offset = data(word(0x20), word(1), MINUS_ONE);
        Bytes length = data(word(0x20), word(1), word(0x20), MINUS_ONE);
        Bytes missing = data(word(0x20), word(1), word(0x20));
        assertThatThrownBy(() -> new AbiReader(offset, 1).bytesArray(0)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> new AbiReader(length, 1).bytesArray(0)).isInstanceOf(AbiException.class);
        assertThatThrownBy(() -> new AbiReader(missing, 1).bytesArray(0)).isInstanceOf(AbiException.class);
    }

    @Test
    void elementsThatShareOneLargeValueCannotMultiplyItInMemory() {
        // Given 4096 elements that all point at the same 1 MiB: 4 GiB when copied
        int count = 4_096;
        int size = 1 << 20;
        StringBuilder hex = new StringBuilder(word(0x20)).append(word(count));
        hex.append(word(count * 32L).repeat(count)).append(word(size)).append("00".repeat(size));
        // When / Then
        assertThatThrownBy(() -> new AbiReader(Bytes.fromHex(hex.toString()), 1).bytesArray(0))
                .isInstanceOf(AbiException.class)
                .hasMessageContaining("overlap");
    }

    @Test
    void tuplesAreReadFromTheirOwnHeads() {
        // Given two tuples (uint256, bytes)
        String first = word(7) + word(0x40) + word(1) + "aa" + "00".repeat(31);
        String second = word(8) + word(0x40) + word(2) + "bbbb" + "00".repeat(30);
        AbiReader reader = new AbiReader(data(word(0x20), word(2), word(0x40), word(0x40 + 0x80), first, second), 1);
        // When
        List<AbiReader> tuples = reader.tuples(0);
        // Then
        assertThat(tuples).hasSize(2);
        assertThat(tuples.get(0).longValue(0)).isEqualTo(7);
        assertThat(tuples.get(0).bytes(1)).isEqualTo(Bytes.fromHex("aa"));
        assertThat(tuples.get(1).longValue(0)).isEqualTo(8);
        assertThat(tuples.get(1).bytes(1)).isEqualTo(Bytes.fromHex("bbbb"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corruptions")
    void corruptTuplesAreRefused(String name, Bytes data) {
        assertThatThrownBy(() -> new AbiReader(data, 1).tuples(0).getFirst().uint(0))
                .isInstanceOf(RuntimeException.class);
    }
}
