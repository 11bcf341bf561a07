package org.relayersuite.store.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupervisedLoopTest {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Backoff SHORT = new Backoff(Duration.ofMillis(1), Duration.ofMillis(5));

    private final AtomicInteger passes = new AtomicInteger();

    @Test
    void runsAgainWhenWoken() {
        try (SupervisedLoop loop = SupervisedLoop.start("woken", NEVER, () -> passes.incrementAndGet() < 0)) {
            await().until(() -> passes.get() == 1);
            loop.wake();
            await().until(() -> passes.get() == 2);
        }
    }

    @Test
    void missesNoWakeUpThatComesWhileItRuns() throws Exception {
        // Given a body that is in the middle of its first pass
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (SupervisedLoop loop = SupervisedLoop.start("busy", NEVER, () -> {
            passes.incrementAndGet();
            inside.countDown();
            goOn.await();
            return false;
        })) {
            inside.await();

            // When
            loop.wake();
            goOn.countDown();

            // Then
            await().until(() -> passes.get() == 2);
        }
    }

    @Test
    void runsAtOnceWhileThereIsMoreToDo() {
        try (SupervisedLoop loop = SupervisedLoop.start("more", NEVER, () -> passes.incrementAndGet() < 100)) {
            await().until(() -> passes.get() == 100);
            assertThat(loop).isNotNull();
        }
    }

    @Test
    void startsItsBodyAgainAfterItFailed() {
        try (SupervisedLoop loop = SupervisedLoop.start("failing", NEVER, SHORT, () -> {
            if (passes.incrementAndGet() < 5) {
                throw new IllegalStateException("pass " + passes.get());
            }
            return false;
        })) {
            await().until(() -> passes.get() == 5);
            assertThat(loop).isNotNull();
        }
    }

    @Test
    void letsThePresentPassEndWhenItIsClosed() throws Exception {
        // Given
        CountDownLatch inside = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        SupervisedLoop loop = SupervisedLoop.start("closing", Duration.ZERO, () -> {
            inside.countDown();
            Thread.yield();
            ended.incrementAndGet();
            return true;
        });
        inside.await();

        // When
        loop.close();
        int passesAtClose = ended.get();

        // Then
        assertThat(passesAtClose).isPositive();
        assertThat(ended.get()).isEqualTo(passesAtClose);
    }

    @ParameterizedTest
    @CsvSource({"1,100", "2,200", "3,400", "6,3200", "7,5000", "1000,5000"})
    void pausesLongerTheMoreOftenItFailed(int failures, long milliseconds) {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
        assertThat(backoff.pauseAfter(failures)).isEqualTo(Duration.ofMillis(milliseconds));
    }
}
