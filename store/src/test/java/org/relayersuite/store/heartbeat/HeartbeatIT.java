package org.relayersuite.store.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.store.TestDatabase;

class HeartbeatIT {
    private static final String SERVICE = "listener";
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final TestDatabase test = new TestDatabase();
    private final Heartbeats heartbeats = new Heartbeats(test.database());
    private long nanos;

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void replicasStandInTheOrderOfTheirStartWhoeverBeatLast() {
        // Given
        Heartbeat first = heartbeat("z");
        Heartbeat second = heartbeat("a");
        first.beat();
        second.beat();

        // When
        nanos += INTERVAL.toNanos();
        second.beat();
        first.beat();

        // Then
        assertThat(heartbeats.of(SERVICE, WINDOW))
                .extracting(Heartbeats.Replica::instance)
                .containsExactly("z", "a");
        assertThat(heartbeats.of("another", WINDOW)).isEmpty();
    }

    @Test
    void theAgeGrowsUntilTheNextBeatAndThenTheReplicaIsForgotten() {
        // Given a replica that beat half a minute ago
        Heartbeat heartbeat = heartbeat("a");
        heartbeat.beat();
        age("a", "30 seconds");

        // When / Then
        assertThat(age()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(45));
        assertThat(heartbeats.of(SERVICE, Duration.ofSeconds(20))).isEmpty();

        // And a beat makes it young
        nanos += INTERVAL.toNanos();
        heartbeat.beat();
        assertThat(age()).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void beatsWithinTheIntervalAreNotWritten() {
        // Given
        Heartbeat heartbeat = heartbeat("a");
        heartbeat.beat();
        age("a", "30 seconds");

        // When
        nanos += INTERVAL.toNanos() - 1;
        heartbeat.beat();

        // Then
        assertThat(age()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aReplicaThatStopsIsGoneAndOneThatDiedIsRemovedByAnother() {
        // Given
        Heartbeat stopped = heartbeat("stopped");
        stopped.beat();
        heartbeat("died").beat();
        heartbeat("died lately").beat();
        age("died", "11 minutes");
        age("died lately", "9 minutes");

        // When
        stopped.close();
        heartbeat("living").beat();

        // Then
        assertThat(heartbeats.of(SERVICE, Duration.ofDays(1)))
                .extracting(Heartbeats.Replica::instance)
                .containsExactlyInAnyOrder("died lately", "living");
    }

    private Duration age() {
        return heartbeats.of(SERVICE, WINDOW).getFirst().age();
    }

    private void age(String instance, String by) {
        test.database()
                .query(
                        "UPDATE service_heartbeat SET beat_at = beat_at - $2::text::interval WHERE instance = $1",
                        instance,
                        by);
    }

    private Heartbeat heartbeat(String instance) {
        return new Heartbeat(test.database(), SERVICE, instance, INTERVAL, () -> nanos);
    }
}
