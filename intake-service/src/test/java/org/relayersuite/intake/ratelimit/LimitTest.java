package org.relayersuite.intake.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

    @ParameterizedTest
    @CsvSource({"10, 50, 5", "3, 10, 4", "0.5, 1, 2", "1000000, 1, 1"})
    void theWindowIsHowLongAnEmptyBucketTakesToFill(BigDecimal rate, long burst, long seconds) {
        assertThat(new Limit(rate, burst).window()).hasSeconds(seconds);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 1", "0.000001, 1", "1000001, 1", "1, 0", "1, -1", "1, 1000000001"})
    void aLimitThatMakesNoSenseIsRefused(BigDecimal rate, long burst) {
        assertThatThrownBy(() -> new Limit(rate, burst)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSameNumbersHaveTheSameCode() {
        assertThat(new Limit(new BigDecimal("10.0"), 5).code())
                .isEqualTo(new Limit(new BigDecimal("10"), 5).code())
                .isNotEqualTo(new Limit(new BigDecimal("10"), 6).code());
    }
}
