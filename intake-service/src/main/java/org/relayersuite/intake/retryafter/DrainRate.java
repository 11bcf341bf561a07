package org.relayersuite.intake.retryafter;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/**
 * How fast one queue drains, from what was seen lately. Only spans in which there was more to do than could be done tell
 * anything: a queue that runs empty drains as slowly as it is filled.
 */
final class DrainRate {
    /** How long a span counts. */
    private static final Duration MEMORY = Duration.ofMinutes(5);

    private final Deque<Span> spans = new ArrayDeque<>();

    private record Span(long endNanos, Duration length, long sent) {}

    /**
     * Takes note of a span that ends now.
     *
     * @param now by a clock that only moves forward, in nanoseconds
     * @param waited the least number of requests that waited at an end of the span
     * @param enough how many must have waited for the span to tell something
     * @param sent how many left the queue in it
     */
    synchronized void saw(long now, Duration length, long waited, long enough, long sent) {
        forget(now);
        if (waited >= enough && !length.isZero()) {
            spans.addLast(new Span(now, length, sent));
        }
    }

    /** Transactions per second; empty when no span of late tells. */
    synchronized OptionalDouble perSecond(long now) {
        forget(now);
        Duration length = Duration.ZERO;
        long sent = 0;
        for (Span span : spans) {
            length = length.plus(span.length);
            sent += span.sent;
        }
        return length.isZero() ? OptionalDouble.empty() : OptionalDouble.of(sent * 1e9 / length.toNanos());
    }

    private void forget(long now) {
        while (!spans.isEmpty() && now - spans.getFirst().endNanos > MEMORY.toNanos()) {
            spans.removeFirst();
        }
    }
}
