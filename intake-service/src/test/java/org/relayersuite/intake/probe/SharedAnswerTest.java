package org.relayersuite.intake.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SharedAnswerTest {
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void manyCallersShareOneQuestion() throws Exception {
        // Given a question that is answered when all callers wait for it
        CountDownLatch release = new CountDownLatch(1);
        SharedAnswer<String> answer = answer(Duration.ofSeconds(30), () -> {
            pass(release);
            return "yes";
        });

        // When
        List<Future<String>> callers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                callers.add(threads.submit(answer::get));
            }
            release.countDown();

            // Then
            for (Future<String> caller : callers) {
                assertThat(caller.get()).isEqualTo("yes");
            }
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void theQuestionIsPutAgainWhenTheAnswerIsOldAndNotBefore() {
        SharedAnswer<String> answer = answer(Duration.ofSeconds(30), () -> "answer " + asked.get());

        assertThat(answer.get()).isEqualTo("answer 1");
        nanos.addAndGet(MAX_AGE.toNanos() - 1);
        assertThat(answer.get()).isEqualTo("answer 1");
        nanos.addAndGet(1);
        assertThat(answer.get()).isEqualTo("answer 2");
    }

    @Test
    void whoWaitsTooLongIsAnsweredForAndTheQuestionIsNotPutTwiceAtATime() {
        // Given a question that nobody answers for now
        CountDownLatch release = new CountDownLatch(1);
        SharedAnswer<String> answer = answer(Duration.ofMillis(20), () -> {
            pass(release);
            return "late";
        });

        // When / Then
        assertThat(answer.get()).isEqualTo("none");
        nanos.addAndGet(10 * MAX_AGE.toNanos());
        assertThat(answer.get()).isEqualTo("none");
        assertThat(asked).hasValue(1);

        // And the late answer counts when it comes
        release.countDown();
        await().until(() -> answer.get().equals("late"));
        assertThat(asked).hasValue(1);
    }

    @Test
    void aQuestionThatThrowsIsAnsweredForAndPutAgainLater() {
        SharedAnswer<String> answer = answer(Duration.ofSeconds(30), () -> {
            if (asked.get() == 1) {
                throw new IllegalStateException("for this test");
            }
            return "yes";
        });

        assertThat(answer.get()).isEqualTo("none");
        nanos.addAndGet(MAX_AGE.toNanos());
        assertThat(answer.get()).isEqualTo("yes");
    }

    private SharedAnswer<String> answer(Duration timeout, Supplier<String> question) {
        return new SharedAnswer<>(
                "test",
                MAX_AGE,
                timeout,
                nanos::get,
                () -> {
                    asked.incrementAndGet();
                    return question.get();
                },
                "none");
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
