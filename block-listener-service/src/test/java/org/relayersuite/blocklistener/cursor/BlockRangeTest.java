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
    void goes_from_the_first_block_to_the_head_or_the_size(long first, long head, int size, long from, long to) {
        assertThat(BlockRange.next(first, head, size)).contains(new BlockRange(from, to));
    }

    @ParameterizedTest
    @CsvSource({"11, 10", "11, 9", "1000, 0"})
    void a_head_at_or_below_the_tip_asks_for_nothing(long first, long head) {
        assertThat(BlockRange.next(first, head, 100)).isEmpty();
    }

    @Test
    void a_range_that_runs_backwards_is_refused() {
        assertThatThrownBy(() -> new BlockRange(5, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BlockRange(-1, 4)).isInstanceOf(IllegalArgumentException.class);
    }
}
