package org.relayersuite.core.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hex;

/** The value types that requests are made of, at their edges. */
class HexValuesTest {

    @Test
    void hexIsReadWithAndWithoutPrefixAndInAnyCase() {
        assertThat(Hex.decode("0xDEADbeef")).isEqualTo(Hex.decode("deadBEEF"));
        assertThat(Hex.prefixed(Hex.decode("0xDEADbeef"))).isEqualTo("0xdeadbeef");
        assertThat(Hex.bare(Hex.decode("0xDEADbeef"))).isEqualTo("deadbeef");
    }

    @Test
    void emptyHexIsNoBytes() {
        assertThat(Bytes.fromHex("")).isEqualTo(Bytes.EMPTY);
        assertThat(Bytes.fromHex("0x")).isEqualTo(Bytes.EMPTY);
        assertThat(Bytes.EMPTY.toHex()).isEqualTo("0x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0x0", "abc", "0xzz", "0X00", "00 1", "\uff10\uff10"})
    void whatIsNoEvenHexIsRefused(String text) {
        assertThatThrownBy(() -> Hex.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytesDoNotShareTheirArray() {
        // Given bytes made from an array
        byte[] array = {1, 2};
        Bytes bytes = Bytes.of(array);

        // When both the source and a copy handed out are written to
        array[0] = 9;
        bytes.toArray()[1] = 9;

        // Then the bytes are as they were
        assertThat(bytes.toHex()).isEqualTo("0x0102");
    }

    @Test
    void bytesDoNotShowTheirContentInText() {
        assertThat(Bytes.fromHex("deadbeef")).hasToString("Bytes[4]");
    }

    @Test
    void addressesAreEqualWhateverTheirCase() {
        assertThat(Address.of("0x" + "Ab".repeat(20))).isEqualTo(Address.of("aB".repeat(20)));
        assertThat(Address.of("0x" + "AB".repeat(20))).hasToString("0x" + "ab".repeat(20));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 19, 21, 32})
    void anAddressHasTwentyBytes(int length) {
        assertThatThrownBy(() -> Address.of("ab".repeat(length))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 31, 33})
    void aHandleHasThirtyTwoBytes(int length) {
        assertThatThrownBy(() -> Handle.of("ab".repeat(length))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aHandleNamesItsChainAndType() {
        Handle handle = Handle.of("0x" + "11".repeat(21) + "00" + "0000000000001f49" + "05" + "00");

        assertThat(handle.chainId()).isEqualTo(8009);
        assertThat(handle.fheType()).isEqualTo(5);
    }

    @Test
    void theChainOfAHandleIsUnsigned() {
        Handle handle = Handle.of("0x" + "11".repeat(21) + "00" + "f".repeat(16) + "ff" + "00");

        assertThat(handle.chainId()).isEqualTo(BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
        assertThat(handle.fheType()).isEqualTo(255);
    }
}
