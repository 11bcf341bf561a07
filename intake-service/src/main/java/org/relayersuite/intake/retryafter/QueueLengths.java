package org.relayersuite.intake.retryafter;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.request.RequestIntake;

/** How many requests of each kind wait for their transaction, as of a moment ago: polls must not count rows each. */
@Singleton
public final class QueueLengths {
    private final RequestIntake intake;
    private final Clock clock;
    private final Duration maxAge;
    private final Map<RequestKind, Count> counts = new EnumMap<>(RequestKind.class);

    public QueueLengths(RequestIntake intake, Clock clock, HttpConfig config) {
        this.intake = intake;
        this.clock = clock;
        this.maxAge = config.queueLengthMaxAge();
        for (RequestKind kind : RequestKind.values()) {
            counts.put(kind, new Count(kind));
        }
    }

    /** How many requests of {@code kind} wait. */
    public long waiting(RequestKind kind) {
        return counts.get(kind).value();
    }

    private final class Count {
        private final RequestKind kind;
        private final ReentrantLock refresh = new ReentrantLock();
        private volatile long value;
        private volatile Instant validUntil = Instant.MIN;

        Count(RequestKind kind) {
            this.kind = kind;
        }

        long value() {
            if (clock.instant().isBefore(validUntil)) {
                return value;
            }
            refresh.lock();
            try {
                // Whoever waited for the lock finds what its holder counted.
                if (!clock.instant().isBefore(validUntil)) {
                    value = intake.waiting(kind);
                    validUntil = clock.instant().plus(maxAge);
                }
                return value;
            } finally {
                refresh.unlock();
            }
        }
    }
}
