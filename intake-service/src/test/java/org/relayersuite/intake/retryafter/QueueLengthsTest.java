package org.relayersuite.intake.retryafter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.WaitingRequests.Queue;

class QueueLengthsTest {
    private static final RequestKind KIND = RequestKind.INPUT_PROOF;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicReference<CompletableFuture<Queue>> database =
            new AtomicReference<>(CompletableFuture.completedFuture(Queue.of(1, 2, 3)));
    private final QueueLengths queues = new QueueLengths(this::look, new TestClock(), Duration.ofSeconds(1));

    private Queue look(RequestKind kind) {
        looks.incrementAndGet();
        return database.get().join();
    }

    @Test
    void whatWasSeenALessThanASecondAgoIsNotLookedAtAgain() {
        // Given
        assertThat(queues.waiting(KIND)).isEqualTo(3);
        database.set(CompletableFuture.completedFuture(Queue.of(1)));

        // When half a second passes, and then another
        after(Duration.ofMillis(500));
        long fresh = queues.waiting(KIND);
        after(Duration.ofMillis(500));
        long next = queues.waiting(KIND);

        // Then
        assertThat(fresh).isEqualTo(3);
        assertThat(next).isEqualTo(1);
        assertThat(looks).hasValue(2);
    }

    @Test
    void whileTheDatabaseIsSilentOneCallerWaitsAndTheOthersGoByWhatWasSeen() throws Exception {
        // Given a value that is too old, and a database that does not answer
        queues.waiting(KIND);
        after(Duration.ofSeconds(2));
        CompletableFuture<Queue> silence = new CompletableFuture<>();
        database.set(silence);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> waiting = threads.submit(() -> queues.waiting(KIND));
            await().until(() -> looks.get() == 2);

            // When others ask, then they are answered
            for (int i = 0; i < 10; i++) {
                assertThat(queues.waiting(KIND)).isEqualTo(3);
            }

            // And the one that waited gets what the database says in the end, as does everybody after it
            silence.complete(Queue.of(1, 2));
            assertThat(waiting.get()).isEqualTo(2);
            assertThat(queues.waiting(KIND)).isEqualTo(2);
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    void withNothingRecentToGoByAllCallersShareOneLookAndItsFailure() {
        // Given a value that is much too old, and a database that does not answer
        queues.waiting(KIND);
        after(Duration.ofSeconds(20));
        CompletableFuture<Queue> silence = new CompletableFuture<>();
        database.set(silence);

        // When ten ask
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> callers = new ArrayList<>();
            callers.add(threads.submit(() -> queues.waiting(KIND)));
            await().until(() -> looks.get() == 2);
            AtomicInteger begun = new AtomicInteger();
            for (int i = 0; i < 9; i++) {
                callers.add(threads.submit(() -> {
                    begun.incrementAndGet();
                    return queues.waiting(KIND);
                }));
            }
            await().until(() -> begun.get() == 9);
            silence.completeExceptionally(new IllegalStateException("no answer"));

            // Then nobody has to wait for a look of its own before it knows
            for (Future<Long> caller : callers) {
                assertThatThrownBy(caller::get).isInstanceOf(ExecutionException.class);
            }
        }

        // And the next look is a new one
        database.set(CompletableFuture.completedFuture(Queue.of()));
        assertThat(queues.waiting(KIND)).isZero();
    }

    private void after(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    private final class TestClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    }
}
