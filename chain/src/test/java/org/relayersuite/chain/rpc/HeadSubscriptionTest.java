package org.relayersuite.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeadSubscriptionTest {
    private static final HeadSubscription.Timing FAST =
            new HeadSubscription.Timing(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofSeconds(60));
    private static final HeadSubscription.Timing IMPATIENT =
            new HeadSubscription.Timing(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMillis(100));

    private final WebSocketPeer peer = new WebSocketPeer();
    private final AtomicInteger wakes = new AtomicInteger();

    @AfterEach
    void close() throws IOException {
        peer.close();
    }

    @Test
    void everyMessageOfTheSubscriptionWakesTheReader() throws IOException {
        try (HeadSubscription _ = new HeadSubscription(peer.uri(), wakes::incrementAndGet, FAST)) {
            // Given
            await().untilAsserted(() -> assertThat(peer.received())
                    .containsExactly(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_subscribe\",\"params\":[\"newHeads\"]}"));
            // When
            peer.send("{\"id\":1,\"result\":\"0x1\"}");
            peer.send("not even JSON");
            // Then
            await().until(() -> wakes.get() == 2);
        }
    }

    @Test
    void aCutLineIsConnectedAgain() throws IOException {
        try (HeadSubscription _ = new HeadSubscription(peer.uri(), wakes::incrementAndGet, FAST)) {
            // Given
            await().until(() -> peer.received().size() == 1);
            // When
            peer.cut();
            // Then
            await().until(() -> peer.received().size() == 2);
            peer.send("head");
            await().until(() -> wakes.get() == 1);
        }
    }

    @Test
    void aLineOnWhichNothingArrivesIsConnectedAgain() {
        try (HeadSubscription _ = new HeadSubscription(peer.uri(), wakes::incrementAndGet, IMPATIENT)) {
            await().until(() -> peer.received().size() >= 3);
        }
    }

    @Test
    void whereNobodyListensTheLoopGoesOnUntilClosed() throws IOException {
        // Given
        WebSocketPeer gone = new WebSocketPeer();
        URI uri = gone.uri();
        gone.close();
        HeadSubscription subscription = new HeadSubscription(uri, wakes::incrementAndGet, FAST);
        // When it has been refused for much longer than its longest pause
        await().during(Duration.ofMillis(300)).until(() -> !subscription.ended());
        subscription.close();
        // Then
        await().until(subscription::ended);
        assertThat(wakes).hasValue(0);
    }

    @Test
    void aReaderThatFailsIsCalledAgain() throws IOException {
        Runnable failing = () -> {
            wakes.incrementAndGet();
            throw new IllegalStateException("reader");
        };
        try (HeadSubscription _ = new HeadSubscription(peer.uri(), failing, FAST)) {
            // Given
            await().until(() -> peer.received().size() == 1);
            // When
            peer.send("head");
            peer.send("head");
            // Then
            await().until(() -> wakes.get() == 2);
        }
    }

    @Test
    void closingEndsTheLoopAndTheConnection() {
        // Given
        HeadSubscription subscription = new HeadSubscription(peer.uri(), wakes::incrementAndGet, FAST);
        await().until(() -> peer.received().size() == 1);
        // When
        subscription.close();
        // Then
        await().until(subscription::ended);
    }
}
