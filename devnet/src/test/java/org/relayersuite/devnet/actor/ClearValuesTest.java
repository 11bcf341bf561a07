package org.relayersuite.devnet.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.core.Handle;
import org.relayersuite.devnet.TestHandles;

class ClearValuesTest {
    @ParameterizedTest
    @CsvSource({"0,1", "2,8", "3,16", "4,32", "5,64", "6,128", "7,160", "8,256"})
    void valueFitsTheTypeAndUsesItsWidth(int fheType, int bits) {
        // Given
        List<Handle> handles =
                Stream.generate(() -> TestHandles.fresh(1, fheType)).limit(64).toList();

        // When
        List<BigInteger> values = handles.stream().map(ClearValues::of).toList();

        // Then
        assertThat(values).allMatch(value -> value.signum() >= 0 && value.bitLength() <= bits);
        assertThat(values).anyMatch(value -> value.bitLength() == bits);
    }

    @Test
    void encodingHasAWordForEachHandleInOrder() {
        // Given
        Handle first = TestHandles.fresh();
        Handle second = TestHandles.fresh(1, TestHandles.UINT256);

        // When
        byte[] encoded = ClearValues.encode(List.of(first, second)).toArray();

        // Then
        assertThat(encoded).hasSize(64);
        assertThat(new BigInteger(1, encoded, 0, 32)).isEqualTo(ClearValues.of(first));
        assertThat(new BigInteger(1, encoded, 32, 32)).isEqualTo(ClearValues.of(second));
    }

    @ParameterizedTest
    @CsvSource({"1", "9", "83", "255"})
    void typeWithoutValuesIsRefused(int fheType) {
        // Given
        Handle handle = TestHandles.fresh(1, fheType);

        // When, Then
        assertThatThrownBy(() -> ClearValues.of(handle)).isInstanceOf(IllegalArgumentException.class);
    }
}
