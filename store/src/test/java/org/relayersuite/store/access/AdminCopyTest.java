package org.relayersuite.store.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminCopyTest {
    private static final Duration SELDOM = Duration.ofMinutes(5);

    private final AtomicLong version = new AtomicLong(1);
    private final AtomicInteger reads = new AtomicInteger();
    private AdminCopy<String> copy;

    private AdminCopy<String> copy(Duration maxAge) {
        copy = new AdminCopy<>("test", version::get, () -> "read " + reads.incrementAndGet(), maxAge);
        return copy;
    }

    @AfterEach
    void close() {
        copy.close();
    }

    @Test
    void itIsReadAtFirstUseAndNotAgainUntilTheVersionGrows() {
        AdminCopy<String> copy = copy(Duration.ofMillis(10));

        assertThat(reads.get()).isZero();
        assertThat(copy.get()).isEqualTo("read 1");
        copy.refresh();
        assertThat(copy.get()).isEqualTo("read 1");

        version.incrementAndGet();

        await().untilAsserted(() -> assertThat(copy.get()).isEqualTo("read 2"));
    }

    @Test
    void aWakeUpRefreshesItLongBeforeItsTime() {
        AdminCopy<String> copy = copy(SELDOM);
        copy.get();
        version.incrementAndGet();

        copy.wake();

        await().untilAsserted(() -> assertThat(copy.get()).isEqualTo("read 2"));
    }

    @Test
    void itIsKeptFreshAlsoWhenItWasFirstReadByWhoeverChangedSomething() {
        AdminCopy<String> copy = copy(SELDOM);
        copy.refresh();
        version.incrementAndGet();

        copy.wake();

        await().untilAsserted(() -> assertThat(copy.get()).isEqualTo("read 2"));
    }

    @Test
    void whoeverChangedSomethingSeesItWithoutWaiting() {
        AdminCopy<String> copy = copy(SELDOM);
        copy.get();
        version.incrementAndGet();

        copy.refresh();

        assertThat(copy.get()).isEqualTo("read 2");
    }

    @Test
    void aFirstReadThatFailsIsToldAndTriedAgain() {
        // Given a source that fails once
        AtomicInteger tries = new AtomicInteger();
        copy = new AdminCopy<>(
                "test",
                version::get,
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new IllegalStateException("down");
                    }
                    return "read";
                },
                SELDOM);

        assertThatThrownBy(copy::get).hasMessage("down");
        assertThat(copy.get()).isEqualTo("read");
    }

    @Test
    void allWhoNeedItWhileItCannotBeReadShareOneAttempt() throws InterruptedException {
        // Given a source that is silent for a while
        AtomicInteger attempts = new AtomicInteger();
        CountDownLatch silence = new CountDownLatch(1);
        copy = new AdminCopy<>(
                "test",
                () -> {
                    attempts.incrementAndGet();
                    awaitEnd(silence);
                    throw new IllegalStateException("down");
                },
                () -> "read",
                SELDOM);

        // When many ask meanwhile
        Queue<String> told = new ConcurrentLinkedQueue<>();
        List<Thread> callers = IntStream.range(0, 10)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    try {
                        told.add(copy.get());
                    } catch (IllegalStateException e) {
                        told.add(e.getMessage());
                    }
                }))
                .toList();
        await().until(() -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
        silence.countDown();
        for (Thread caller : callers) {
            caller.join();
        }

        // Then none of them waited for more than the one silence
        assertThat(told).hasSize(10).containsOnly("down");
        assertThat(attempts.get()).isEqualTo(1);
    }

    private static void awaitEnd(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
