package org.relayersuite.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final String WHOM = "eth_call: node.example";

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final List<Duration> pauses = new ArrayList<>();

    /** A bucket of 10 requests per second whose waits pass at once on the fake clock. */
    private TokenBucket bucket(int maxWaiting, Duration maxWait) {
        return new TokenBucket(new Quota(10, 10, maxWaiting, maxWait), now::get, nanos -> {
            pauses.add(Duration.ofNanos(nanos));
            now.addAndGet(nanos);
        });
    }

    @Test
    void theBurstGoesAtOnceAndTheRestAtTheRate() throws Exception {
        // Given a clock that is about to overflow, which nanoTime may be
        TokenBucket bucket = bucket(1, Duration.ofSeconds(1));
        // When
        for (int i = 0; i < 13; i++) {
            bucket.take(1, WHOM);
        }
        // Then
        assertThat(pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(100));
    }

    @Test
    void overAnySpanNoMoreIsSentThanTheRateAndOneBurst() throws Exception {
        // Given
        TokenBucket bucket = bucket(1, Duration.ofSeconds(10));
        long start = now.get();
        // When callers come with pauses of all lengths, long ones as well
        int sent = 0;
        for (int i = 0; i < 200; i++) {
            bucket.take(1 + i % 3, WHOM);
            sent += 1 + i % 3;
            now.addAndGet(Duration.ofMillis((i * 37L) % 400).toNanos());
        }
        // Then
        assertThat(sent).isLessThanOrEqualTo((int) (10 + (now.get() - start) / 100_000_000L));
    }

    @Test
    void aPauseSavesUpOneBurstAndNoMore() throws Exception {
        // Given
        TokenBucket bucket = bucket(1, Duration.ofSeconds(1));
        bucket.take(10, WHOM);
        // When
        now.addAndGet(Duration.ofHours(1).toNanos());
        bucket.take(10, WHOM);
        // Then
        assertThat(pauses).isEmpty();
        assertThat(bucket.take(1, WHOM)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aBatchLargerThanTheBucketWaitsForAllOfItsCalls() throws Exception {
        assertThat(bucket(1, Duration.ofSeconds(10)).take(25, WHOM)).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void whoseTurnWouldComeTooLateIsRefusedAtOnceAndTakesNothing() throws Exception {
        // Given
        TokenBucket bucket = bucket(1, Duration.ofMillis(100));
        bucket.take(10, WHOM);
        // When / Then
        assertThatThrownBy(() -> bucket.take(2, WHOM))
                .isInstanceOf(QuotaExceededException.class)
                .hasMessageStartingWith(WHOM);
        assertThat(bucket.take(1, WHOM)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void moreCallersThanMayWaitAreRefusedUntilOneHasHadItsTurn() throws Exception {
        // Given one caller who waits
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch turn = new CountDownLatch(1);
        TokenBucket bucket = new TokenBucket(new Quota(10, 10, 1, Duration.ofSeconds(10)), now::get, _ -> {
            waits.countDown();
            turn.await();
        });
        bucket.take(10, WHOM);
        Thread waiting = Thread.ofVirtual().start(() -> takeOne(bucket));
        waits.await();
        // When / Then
        assertThatThrownBy(() -> bucket.take(1, WHOM))
                .isInstanceOf(QuotaExceededException.class)
                .hasMessageContaining("too many");
        // And after its turn the next may wait
        turn.countDown();
        waiting.join();
        assertThat(bucket.take(1, WHOM)).isPositive();
    }

    @Test
    void whoIsInterruptedWhileWaitingMakesRoom() throws Exception {
        // Given
        TokenBucket bucket = new TokenBucket(
                new Quota(10, 10, 1, Duration.ofHours(1)), now::get, _ -> new CountDownLatch(1).await());
        bucket.take(10, WHOM);
        Thread first = Thread.ofVirtual().start(() -> takeOne(bucket));
        await().until(() -> first.getState() == Thread.State.WAITING);
        // When
        first.interrupt();
        first.join();
        // Then the next one waits instead of being refused
        Thread second = Thread.ofVirtual().start(() -> takeOne(bucket));
        await().until(() -> second.getState() == Thread.State.WAITING);
        second.interrupt();
        second.join();
    }

    private static void takeOne(TokenBucket bucket) {
        try {
            bucket.take(1, WHOM);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
