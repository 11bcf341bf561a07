package org.relayersuite.devnet.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** From the statement that ends a job to the answer of the poll that waited for it; and a bare notification. */
final class LongPoll {
    private static final int SAMPLES = 200;
    private static final int OK = 200;
    /** Until a poll is held: nothing tells, and an early end would only make the figure better. */
    private static final Duration UNTIL_HELD = Duration.ofMillis(30);

    private final HttpClient http;
    private final URI base;
    private final Database database;
    private final ObjectMapper json = new ObjectMapper();

    LongPoll(HttpClient http, URI base, Database database) {
        this.http = http;
        this.base = base;
        this.database = database;
    }

    /** Milliseconds, the median. */
    double answer(String template) {
        long[] nanos = new long[SAMPLES];
        for (int i = -SAMPLES / 4; i < SAMPLES; i++) {
            long took = one(template.replace(IntakeBodies.FRESH, "%016x".formatted((1L << 60) + i)));
            if (i >= 0) {
                nanos[i] = took;
            }
        }
        return new Figures(nanos).median();
    }

    private long one(String body) {
        String jobId = submit(body);
        for (String status : new String[] {"processing", "tx_in_flight", "receipt_received"}) {
            database.query(
                    "UPDATE public_decrypt_req SET req_status = '" + status + "' WHERE ext_job_id = $1", uuid(jobId));
        }
        CompletableFuture<HttpResponse<String>> held = http.sendAsync(
                HttpRequest.newBuilder(base.resolve("/v2/public-decrypt/" + jobId + "?wait=30"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        LockSupport.parkNanos(UNTIL_HELD.toNanos());
        if (held.isDone()) {
            throw new IllegalStateException(
                    "the poll was not held: " + held.join().body());
        }
        long start = System.nanoTime();
        database.query("""
                WITH ended AS (
                    UPDATE public_decrypt_req SET req_status = 'completed',
                        res = '{"decryptedValue": "2a", "signatures": [], "extraData": "0x00"}'
                    WHERE ext_job_id = $1)
                SELECT pg_notify($2, '')""", uuid(jobId), Channel.ENDED.sqlName());
        HttpResponse<String> answer = held.join();
        if (answer.statusCode() != OK) {
            throw new IllegalStateException("the poll found no result: " + answer.body());
        }
        return System.nanoTime() - start;
    }

    private String submit(String body) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(base.resolve("/v2/public-decrypt"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode jobId = json.readTree(answer.body()).at("/result/jobId");
            if (jobId.isMissingNode()) {
                throw new IllegalStateException("not accepted: " + answer.body());
            }
            return jobId.asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static UUID uuid(String text) {
        return UUID.fromString(text);
    }

    /** Milliseconds from sending a notification to its arrival in the same process, the median. */
    static double bareNotification(Notifications notifications) throws InterruptedException {
        Semaphore woken = new Semaphore(0);
        notifications.subscribe(Channel.LEADERSHIP, woken::release);
        woken.acquire();
        long[] nanos = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            woken.drainPermits();
            long start = System.nanoTime();
            notifications.send(Channel.LEADERSHIP);
            woken.acquire();
            nanos[i] = System.nanoTime() - start;
        }
        return new Figures(nanos).median();
    }
}
