package org.relayersuite.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestStatusTest {
    /** The table of legal moves, written out by code name, independently of the enum's own. */
    private static final Map<String, Set<String>> MOVES = Map.of(
            "queued", Set.of("processing", "timed_out", "failure"),
            "processing", Set.of("tx_in_flight", "timed_out", "failure"),
            "tx_in_flight", Set.of("processing", "receipt_received", "timed_out", "failure"),
            "receipt_received", Set.of("tx_in_flight", "completed", "timed_out"),
            "completed", Set.of(),
            "timed_out", Set.of(),
            "failure", Set.of());

    @ParameterizedTest
    @EnumSource
    void mayBecomeExactlyWhatTheTableSays(RequestStatus from) {
        for (RequestStatus to : RequestStatus.values()) {
            assertThat(from.mayBecome(to))
                    .as("%s to %s", from.code(), to.code())
                    .isEqualTo(MOVES.get(from.code()).contains(to.code()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isTerminalExactlyWhenNothingFollows(RequestStatus status) {
        assertThat(status.terminal()).isEqualTo(MOVES.get(status.code()).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsCode(RequestStatus status) {
        assertThat(RequestStatus.ofCode(status.code())).isEqualTo(status);
    }

    @Test
    void refusesACodeThatIsNone() {
        assertThatThrownBy(() -> RequestStatus.ofCode("QUEUED")).isInstanceOf(IllegalArgumentException.class);
    }
}
