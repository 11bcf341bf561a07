package org.relayersuite.store.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.store.TestDatabase;

class LeadershipIT {
    private static final TestDatabase TEST = new TestDatabase();
    private static final Duration TERM = Duration.ofSeconds(30);
    private final AtomicLong nanos = new AtomicLong();
    private final List<Long> takenOver = new CopyOnWriteArrayList<>();

    @AfterAll
    static void close() {
        TEST.close();
    }

    @Test
    void letsOneOfTwoContendersLead() {
        // Given
        Leadership first = contender("one-of-two", "a");
        Leadership second = contender("one-of-two", "b");

        // When
        first.beat();
        second.beat();
        first.beat();

        // Then
        assertThat(first.epoch()).hasValue(1);
        assertThat(second.epoch()).isEmpty();
    }

    @Test
    void drawsAGreaterEpochAtEachTakeOverAndShutsTheFormerHolderOut() {
        // Given
        Leadership first = contender("take-over", "a");
        Leadership second = contender("take-over", "b");
        first.beat();

        // When the first holder's term ends in the database
        expire("take-over");
        second.beat();
        first.beat();

        // Then
        assertThat(second.epoch()).hasValue(2);
        assertThat(first.epoch()).isEmpty();
        assertThat(takenOver).containsExactly(1L, 2L);
    }

    @Test
    void keepsTheRoleWhenItsTermLapsedButNobodyTookOver() {
        // Given
        Leadership only = contender("lapsed", "a");
        only.beat();
        expire("lapsed");

        // When
        only.beat();

        // Then
        assertThat(only.epoch()).hasValue(1);
    }

    @Test
    void stepsDownByItsOwnClockBeforeTheTermEnds() {
        // Given
        Leadership frozen = contender("frozen", "a");
        frozen.beat();

        // When
        nanos.addAndGet(TERM.toNanos() * 9 / 10);

        // Then
        assertThat(frozen.epoch()).isEmpty();
    }

    @Test
    void wakesASuccessorWhenItReleasesTheRole() {
        // Given a leader and a standby whose own beat is far away
        Duration day = Duration.ofDays(1);
        Leadership leader = contender("released", "a", day);
        leader.beat();
        try (Leadership standby = contender("released", "b", day)) {
            standby.start();

            // When
            leader.close();

            // Then
            await().atMost(Duration.ofSeconds(30)).until(() -> standby.epoch().isPresent());
            assertThat(standby.epoch()).hasValue(2);
        }
    }

    @Test
    void refusesAnEpochThatFalls() {
        contender("falling", "a").beat();
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> TEST.database().query("UPDATE leadership SET epoch = 0 WHERE role = 'falling'"))
                .hasMessageContaining("would fall");
    }

    private Leadership contender(String role, String holder) {
        return contender(role, holder, TERM);
    }

    private Leadership contender(String role, String holder, Duration term) {
        return new Leadership(
                TEST.database(),
                TEST.notifications(),
                role,
                holder,
                term,
                nanos::get,
                (session, epoch) -> takenOver.add(epoch),
                epoch -> {});
    }

    private void expire(String role) {
        TEST.database().query("UPDATE leadership SET expires_at = now() - interval '1 second' WHERE role = $1", role);
    }
}
