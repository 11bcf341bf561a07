package org.relayersuite.chain.rpc;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes a reader when a node announces a new head ({@code eth_subscribe newHeads}). It is a hint and nothing else: what
 * a message says is not read, messages may be missing or made up, and the reader polls anyway.
 *
 * <p>Reconnects for ever, with growing pauses, and also when the socket stays open but nothing arrives any more. Each
 * connect wakes the reader too, because heads may have come in between.
 */
public final class HeadSubscription implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HeadSubscription.class);
    private static final String SUBSCRIBE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_subscribe\",\"params\":[\"newHeads\"]}";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final URI uri;
    private final Runnable onHead;
    private final Timing timing;
    private final HttpClient http;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean failing;

    /**
     * Connects in the background.
     *
     * @param ws a ws or wss URL
     * @param onHead called for every message, the answer to the subscription included, on a thread of the connection; must return quickly
     */
    public HeadSubscription(URI ws, Runnable onHead) {
        this(ws, onHead, new Timing(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(2)));
    }

    HeadSubscription(URI ws, Runnable onHead, Timing timing) {
        this.uri = ws;
        this.onHead = onHead;
        this.timing = timing;
        this.http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
        this.thread = Thread.ofVirtual().name("head-subscription").start(this::run);
    }

    /**
     * @param firstPause before the first reconnect; doubles with every failure
     * @param longestPause where the doubling ends
     * @param stall how long an open socket may stay silent
     */
    record Timing(Duration firstPause, Duration longestPause, Duration stall) {}

    private void run() {
        int failures = 0;
        try {
            do {
                Connection connection = new Connection();
                connection.follow();
                failures = connection.heard ? 0 : failures + 1;
            } while (!closed.await(pauseMillis(failures), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            log.debug("Head subscription closed host={}", uri.getHost());
        } finally {
            http.shutdownNow();
        }
    }

    private long pauseMillis(int failures) {
        long longest = timing.longestPause().toMillis();
        long pause = Math.min(longest, timing.firstPause().toMillis() << Math.min(failures, 10));
        // Half of it at random, so that many subscribers do not come back at the same moment.
        return pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    }

    private void wake() {
        try {
            onHead.run();
        } catch (RuntimeException e) {
            log.error("A reader failed when it was told of a new head host={}", uri.getHost(), e);
        }
    }

    private void disconnected(String reason) {
        if (!failing && closed.getCount() > 0) {
            failing = true;
            log.warn("Head subscription lost, reconnecting host={} reason={}", uri.getHost(), reason);
        }
    }

    /** Ends the subscription. The reader is not called any more once this returns and a running call has ended. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }

    /** Whether the loop has ended after {@link #close}. */
    boolean ended() {
        return !thread.isAlive();
    }

    private final class Connection implements WebSocket.Listener {
        private final CompletableFuture<String> ended = new CompletableFuture<>();
        private volatile boolean heard;
        private volatile long lastMessage = System.nanoTime();

        /** Returns when the connection has ended, for whatever reason. */
        void follow() throws InterruptedException {
            WebSocket socket;
            try {
                socket = http.newWebSocketBuilder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .buildAsync(uri, this)
                        .get(CONNECT_TIMEOUT.toMillis() * 2, TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                disconnected(e.getClass().getSimpleName());
                return;
            }
            try {
                disconnected(awaitEnd());
            } finally {
                socket.abort();
            }
        }

        private String awaitEnd() throws InterruptedException {
            while (true) {
                long silence = System.nanoTime() - lastMessage;
                long left = timing.stall().toNanos() - silence;
                if (left <= 0) {
                    return "silence";
                }
                try {
                    return ended.get(left, TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    log.trace("Looking whether anything arrived host={}", uri.getHost());
                } catch (ExecutionException e) {
                    throw new IllegalStateException("the end of a connection is never exceptional", e);
                }
            }
        }

        @Override
        public void onOpen(WebSocket socket) {
            socket.sendText(SUBSCRIBE, true).whenComplete((_, failure) -> {
                if (failure != null) {
                    ended.complete("subscribing failed");
                }
            });
            socket.request(1);
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            // Parts are dropped as they come: nothing is gathered, so no message can be too large.
            if (last && closed.getCount() > 0) {
                lastMessage = System.nanoTime();
                if (!heard) {
                    heard = true;
                    failing = false;
                    log.info("Head subscription stands host={}", uri.getHost());
                }
                wake();
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int statusCode, String reason) {
            ended.complete("closed with status " + statusCode);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.complete(error.getClass().getSimpleName());
        }
    }
}
