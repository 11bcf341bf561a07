package org.relayersuite.blocklistener.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockRangeTest {
    @ParameterizedTest
    @CsvSource({
        "11, 11, 100, 11, 11",
        "11, 20, 100, 11, 20",
        "11, 110, 100, 11, 110",
        "11, 111, 100, 11, 110",
        "11, 5000, 1, 11, 11",
        "0, 0, 100, 0, 0",
        "9223372036854775800, 9223372036854775807, 100, 9223372036854775800, 9223372036854775807",
    })
    void goesFromTheFirstBlockToTheHeadOrTheSize(long first, long head, int size, long from, long to) {
        assertThat(BlockRange.next(first, head, size)).contains(new BlockRange(from, to));
    }

    @ParameterizedTest
    @CsvSource({"11, 10", "11, 9", "1000, 0"})
    void aHeadAtOrBelowTheTipAsksForNothing(long first, long head) {
        assertThat(BlockRange.next(first, head, 100)).isEmpty();
    }

    @Test
    void aRangeThatRunsBackwardsIsRefused() {
        assertThatThrownBy(() -> new BlockRange(5, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BlockRange(-1, 4)).isInstanceOf(IllegalArgumentException.class);
    }
}
