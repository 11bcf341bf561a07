package org.relayersuite.intake.retryafter;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.WaitingRequests;
import org.relayersuite.store.request.WaitingRequests.Queue;

/**
 * The requests of each kind that wait for their transaction, as of a moment ago: polls must not count rows each. One
 * caller at a time looks; while it does, the others go by what it saw the last time, as long as that is not too old.
 */
@Singleton
public final class QueueLengths {
    private final Clock clock;
    private final Duration maxAge;
    private final Duration maxAgeWhileSilent;
    private final Map<RequestKind, Look> looks = new EnumMap<>(RequestKind.class);

    @Inject
    public QueueLengths(WaitingRequests requests, Clock clock, HttpConfig config) {
        this(requests::queue, clock, config.queueLengthMaxAge());
    }

    QueueLengths(Function<RequestKind, Queue> look, Clock clock, Duration maxAge) {
        this.clock = clock;
        this.maxAge = maxAge;
        this.maxAgeWhileSilent = maxAge.multipliedBy(10);
        for (RequestKind kind : RequestKind.values()) {
            looks.put(kind, new Look(() -> look.apply(kind)));
        }
    }

    /** How many requests of {@code kind} wait. */
    public long waiting(RequestKind kind) {
        return looks.get(kind).queue().length();
    }

    /** How many requests wait that were admitted before {@code job}, of its kind. */
    public long before(Job job) {
        return looks.get(job.kind()).queue().before(job.number());
    }

    private record Seen(Queue queue, Instant at) {}

    private final class Look {
        private final Supplier<Queue> query;
        private final AtomicReference<CompletableFuture<Queue>> underWay = new AtomicReference<>();
        private volatile Seen seen;

        Look(Supplier<Queue> query) {
            this.query = query;
        }

        Queue queue() {
            Seen last = seen;
            if (isYounger(last, maxAge)) {
                return last.queue;
            }
            CompletableFuture<Queue> mine = new CompletableFuture<>();
            CompletableFuture<Queue> others = underWay.compareAndExchange(null, mine);
            if (others == null) {
                return look(mine);
            }
            // Nobody queues up behind a database that is silent: all who must wait share one answer, or one failure.
            return isYounger(last, maxAgeWhileSilent) ? last.queue : shared(others);
        }

        private boolean isYounger(Seen last, Duration age) {
            return last != null && clock.instant().isBefore(last.at.plus(age));
        }

        private Queue look(CompletableFuture<Queue> mine) {
            try {
                Instant at = clock.instant();
                Queue queue = query.get();
                seen = new Seen(queue, at);
                mine.complete(queue);
                return queue;
            } catch (RuntimeException | Error e) {
                mine.completeExceptionally(e);
                throw e;
            } finally {
                underWay.set(null);
            }
        }

        private static Queue shared(CompletableFuture<Queue> others) {
            try {
                return others.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw e;
            }
        }
    }
}
