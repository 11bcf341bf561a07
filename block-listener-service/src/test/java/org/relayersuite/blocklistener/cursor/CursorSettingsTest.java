package org.relayersuite.blocklistener.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorSettingsTest {
    private static CursorSettings of(long chainId, int range, int parallel) {
        return new CursorSettings(chainId, new StartBlock.Current(), range, parallel);
    }

    @ParameterizedTest
    @CsvSource({"0, 100, 50", "-1, 100, 50", "1, 0, 50", "1, 10001, 50", "1, 100, 0", "1, 100, 201"})
    void refusesValuesOutOfRange(long chainId, int range, int parallel) {
        assertThatThrownBy(() -> of(chainId, range, parallel)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "9223372036854775807, 10000, 200"})
    void takesValuesAtTheBounds(long chainId, int range, int parallel) {
        assertThat(of(chainId, range, parallel).chainId()).isEqualTo(chainId);
    }
}
