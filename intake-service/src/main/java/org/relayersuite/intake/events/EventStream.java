package org.relayersuite.intake.events;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A response in the form of {@code text/event-stream}. Each write waits until the client has taken it; until the first
 * one nothing is set, so that another answer can be given.
 */
final class EventStream {
    /** A client that does not read for so long is gone. */
    private static final Duration WRITE_LIMIT = Duration.ofSeconds(10);

    private final HttpServerResponse response;
    private long lastWrite = System.nanoTime();

    EventStream(HttpServerResponse response) {
        this.response = response;
    }

    /**
     * Sends one event.
     *
     * @param data one line of text
     * @return whether the client still reads
     */
    boolean event(String name, String id, byte[] data) {
        return write(Buffer.buffer("event: " + name + "\nid: " + id + "\ndata: ")
                .appendBytes(data)
                .appendString("\n\n"));
    }

    /**
     * Sends something that means nothing, so that nobody on the way takes the stream for dead.
     *
     * @return whether the client still reads
     */
    boolean heartbeat() {
        return write(Buffer.buffer(": heartbeat\n\n"));
    }

    /** How long nothing was sent. */
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - lastWrite);
    }

    /** Proxies must neither keep nor buffer what follows. */
    private void begin() {
        response.setStatusCode(200)
                .putHeader("Content-Type", "text/event-stream")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Accel-Buffering", "no")
                .setChunked(true);
    }

    private boolean write(Buffer buffer) {
        if (!response.headWritten()) {
            begin();
        }
        boolean taken = isTaken(response.write(buffer));
        lastWrite = System.nanoTime();
        return taken;
    }

    private static boolean isTaken(Future<Void> written) {
        try {
            written.toCompletionStage().toCompletableFuture().get(WRITE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** Ends the response; or the connection, when the client does not read. What was not begun can still be answered. */
    void end(boolean isRead) {
        if (isRead) {
            response.end();
        } else if (response.headWritten()) {
            response.reset();
        }
    }
}
