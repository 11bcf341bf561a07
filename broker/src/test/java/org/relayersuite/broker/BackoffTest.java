package org.relayersuite.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void doublesUpToTheLimitAndStaysBetweenHalfAndWhole() {
        // Given
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), new Random(7));
        long[] wholes = {100, 200, 400, 800, 1000, 1000, 1000};

        for (long whole : wholes) {
            // When
            Duration pause = backoff.next();

            // Then
            assertThat(pause).isBetween(Duration.ofMillis(whole / 2), Duration.ofMillis(whole));
        }
    }
}
