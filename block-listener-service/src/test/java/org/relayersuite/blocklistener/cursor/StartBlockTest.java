package org.relayersuite.blocklistener.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartBlockTest {
    @ParameterizedTest
    @CsvSource({"current, 77", "CURRENT, 77", "' Current ', 77", "0, 0", "12, 12", "99999, 99999"})
    void isTheHeadOrTheConfiguredNumber(String text, long number) {
        assertThat(StartBlock.parse(text).number(77)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "latest", "-1", "1.5", "0x10", "99999999999999999999"})
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> StartBlock.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"current\" or a number from 0");
    }
}
