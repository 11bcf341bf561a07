package org.relayersuite.intake.retryafter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrainRateTest {
    private static final Duration SPAN = Duration.ofSeconds(5);
    private static final long ENOUGH = 100;

    private final DrainRate rate = new DrainRate();

    @Test
    void nothingIsKnownBeforeAnythingWasSeen() {
        assertThat(rate.perSecond(0)).isEmpty();
    }

    @Test
    void averagesOverTheSpansInWhichTheQueueNeverRanEmpty() {
        // Given two spans with a backlog, and one at whose end less waited than could have been sent
        rate.saw(seconds(5), SPAN, 500, ENOUGH, 100);
        rate.saw(seconds(10), SPAN, 100, ENOUGH, 50);
        rate.saw(seconds(15), SPAN, 99, ENOUGH, 1);

        // Then the last one says nothing about how fast the queue drains
        assertThat(rate.perSecond(seconds(15))).hasValue(15.0);
    }

    @Test
    void aQueueThatStandsStillHasARateOfZero() {
        rate.saw(seconds(5), SPAN, 500, ENOUGH, 0);
        assertThat(rate.perSecond(seconds(5))).hasValue(0.0);
    }

    @Test
    void forgetsWhatIsFiveMinutesOld() {
        rate.saw(seconds(5), SPAN, 500, ENOUGH, 100);
        assertThat(rate.perSecond(seconds(305))).hasValue(20.0);
        assertThat(rate.perSecond(seconds(306))).isEmpty();
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
