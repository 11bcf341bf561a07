package org.relayersuite.store.loop;

import java.time.Duration;

/**
 * Pauses that double from {@code first} up to {@code longest}.
 *
 * @param first the pause after the first failure
 * @param longest the pause that is never exceeded
 */
public record Backoff(Duration first, Duration longest) {
    private static final int MAX_DOUBLINGS = 30;

    /** The pause after {@code failures} failures in a row; at least one. */
    public Duration pauseAfter(int failures) {
        Duration pause = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return pause.compareTo(longest) > 0 ? longest : pause;
    }
}
