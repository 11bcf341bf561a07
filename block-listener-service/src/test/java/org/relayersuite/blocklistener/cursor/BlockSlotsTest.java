package org.relayersuite.blocklistener.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;

class BlockSlotsTest {
    /** A source whose answers come when the test says so. */
    private static final class ManualSource {
        final Map<Long, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
        final Set<Long> asked = ConcurrentHashMap.newKeySet();

        CompletableFuture<String> answer(long number) {
            return answers.computeIfAbsent(number, _ -> new CompletableFuture<>());
        }

        String block(long number) throws InterruptedException {
            asked.add(number);
            try {
                return answer(number).get();
            } catch (ExecutionException e) {
                throw (RuntimeException) e.getCause();
            }
        }
    }

    private static List<String> all(BlockSlots<String> slots) throws InterruptedException {
        List<String> blocks = new ArrayList<>();
        while (slots.hasNext()) {
            blocks.add(slots.next());
        }
        return blocks;
    }

    @Test
    void blocksThatComeInReverseAreHandedOutInOrder() throws Exception {
        // Given
        ManualSource source = new ManualSource();
        try (BlockSlots<String> slots = new BlockSlots<>(new BlockRange(7, 10), 4, source::block)) {
            // When
            for (long number = 10; number >= 7; number--) {
                source.answer(number).complete("block " + number);
            }

            // Then
            assertThat(all(slots)).containsExactly("block 7", "block 8", "block 9", "block 10");
        }
    }

    @Test
    void manyBlocksThatComeInRandomOrderAreHandedOutInOrder() throws Exception {
        // Given a source that answers any one of the open requests next
        ManualSource source = new ManualSource();
        BlockingQueue<Long> requests = new LinkedBlockingQueue<>();
        List<String> blocks = new ArrayList<>();
        try (ExecutorService answering = Executors.newVirtualThreadPerTaskExecutor();
                BlockSlots<String> slots = new BlockSlots<>(new BlockRange(1, 500), 50, number -> {
                    requests.add(number);
                    return source.block(number);
                })) {
            answering.submit(() -> answerInRandomOrder(requests, 500, source));

            // When
            blocks.addAll(all(slots));
        }

        // Then
        assertThat(blocks)
                .isEqualTo(LongStream.rangeClosed(1, 500)
                        .mapToObj(number -> "block " + number)
                        .toList());
    }

    private static Void answerInRandomOrder(BlockingQueue<Long> requests, int count, ManualSource source)
            throws InterruptedException {
        Random random = new Random(500);
        List<Long> open = new ArrayList<>();
        for (int answered = 0; answered < count; answered++) {
            if (open.isEmpty()) {
                open.add(requests.take());
            }
            requests.drainTo(open);
            long number = open.remove(random.nextInt(open.size()));
            source.answer(number).complete("block " + number);
        }
        return null;
    }

    @Test
    void noMoreSlotsAreOpenThanTheWindowAllows() throws Exception {
        // Given: the lowest block does not come, all others would at once
        ManualSource source = new ManualSource();
        for (long number = 2; number <= 20; number++) {
            source.answer(number).complete("block " + number);
        }
        try (BlockSlots<String> slots = new BlockSlots<>(new BlockRange(1, 20), 5, source::block)) {
            await().until(() -> source.asked.size() == 5);
            assertThat(source.asked).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);

            // When
            source.answer(1).complete("block 1");
            assertThat(slots.next()).isEqualTo("block 1");

            // Then
            await().until(() -> source.asked.size() == 6);
            assertThat(source.asked).contains(6L).doesNotContain(7L);
        }
    }

    @Test
    void blocksBelowOneThatFailedAreStillHandedOut() throws Exception {
        // Given
        ManualSource source = new ManualSource();
        source.answer(3).completeExceptionally(new BlockFetchException("gone", null));
        source.answer(1).complete("block 1");
        source.answer(2).complete("block 2");

        try (BlockSlots<String> slots = new BlockSlots<>(new BlockRange(1, 4), 4, source::block)) {
            // Then
            assertThat(slots.next()).isEqualTo("block 1");
            assertThat(slots.next()).isEqualTo("block 2");
            assertThatThrownBy(slots::next)
                    .isInstanceOf(BlockFetchException.class)
                    .hasMessage("gone");
        }
    }

    @Test
    void aFailureThatNobodyForesawIsAViolation() throws Exception {
        // Given
        try (BlockSlots<String> slots = new BlockSlots<>(new BlockRange(1, 1), 4, _ -> {
            throw new IllegalStateException("bug");
        })) {
            // Then
            assertThatThrownBy(slots::next)
                    .isInstanceOf(InvariantViolationException.class)
                    .hasRootCauseMessage("bug");
        }
    }

    @Test
    void closingInterruptsAndJoinsEveryFetch() {
        // Given
        AtomicInteger running = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        BlockSlots<String> slots = new BlockSlots<>(new BlockRange(1, 100), 10, _ -> {
            running.incrementAndGet();
            try {
                never.await();
                return "never";
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        });
        await().until(() -> running.get() == 10);

        // When
        slots.close();

        // Then
        assertThat(interrupted).hasValue(10);
        assertThat(running).hasValue(10);
    }

    @Test
    void afterTheLastBlockThereIsNothing() throws Exception {
        // Given
        try (BlockSlots<Long> slots = new BlockSlots<>(new BlockRange(5, 5), 4, number -> number)) {
            // When
            assertThat(slots.next()).isEqualTo(5);

            // Then
            assertThat(slots.hasNext()).isFalse();
            assertThatThrownBy(slots::next).isInstanceOf(NoSuchElementException.class);
        }
    }
}
