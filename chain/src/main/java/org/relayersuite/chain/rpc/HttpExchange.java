package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Sends one JSON message to one endpoint and reads the answer, within a deadline, a size and a number at once. */
final class HttpExchange implements AutoCloseable {
    private static final int OK = 200;
    private static final Set<Integer> LOAD_STATUSES = Set.of(429, 503);

    private final RpcSettings settings;
    private final RpcJson json;
    private final RpcObserver observer;
    private final Semaphore slots;
    private final AtomicLong ids = new AtomicLong();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    HttpExchange(RpcSettings settings, RpcJson json, RpcObserver observer) {
        this.settings = settings;
        this.json = json;
        this.observer = observer;
        this.slots = new Semaphore(settings.maxConcurrentRequests(), true);
        // Redirects are not followed: they would carry requests, and signed transactions, to hosts nobody configured.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.requestTimeout())
                .executor(executor)
                .build();
    }

    long nextId() {
        return ids.incrementAndGet();
    }

    /**
     * @param reader turns the parsed body into the answer
     * @throws RpcErrorException passed on from {@code reader}
     * @throws UnusableAnswerException when there is no usable answer
     */
    <T> T send(Endpoint endpoint, String method, JsonNode message, Function<JsonNode, T> reader) {
        byte[] body = json.write(message);
        // Before the slot: whoever waits for the quota must not keep others from using the other endpoints.
        awaitQuota(endpoint, method, message.isArray() ? message.size() : 1);
        acquireSlot(method);
        long start = System.nanoTime();
        RpcObserver.Outcome outcome = RpcObserver.Outcome.TRANSPORT_ERROR;
        try {
            T answer = reader.apply(post(endpoint, method, body));
            outcome = answer instanceof BatchAnswer.Refused
                    ? RpcObserver.Outcome.NODE_ERROR
                    : RpcObserver.Outcome.ANSWERED;
            return answer;
        } catch (ThrottledException e) {
            outcome = RpcObserver.Outcome.THROTTLED;
            throw e;
        } catch (RpcErrorException e) {
            outcome = RpcObserver.Outcome.NODE_ERROR;
            throw e;
        } finally {
            slots.release();
            observer.attempted(method, endpoint.host(), outcome, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private void awaitQuota(Endpoint endpoint, String method, int requests) {
        if (endpoint.quota().isEmpty()) {
            return;
        }
        try {
            Duration waited = endpoint.quota().get().take(requests, method + ": " + endpoint.host());
            if (waited.isPositive()) {
                observer.quotaWaited(waited);
            }
        } catch (QuotaExceededException e) {
            observer.quotaRefused();
            throw e;
        } catch (InterruptedException e) {
            throw interrupted(method, e);
        }
    }

    private static RpcTransportException interrupted(String method, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new RpcTransportException(method + ": interrupted", cause);
    }

    private void acquireSlot(String method) {
        try {
            if (!slots.tryAcquire(settings.requestTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new RpcTransportException(method + ": no free request slot within the timeout", null);
            }
        } catch (InterruptedException e) {
            throw interrupted(method, e);
        }
    }

    private JsonNode post(Endpoint endpoint, String method, byte[] body) {
        HttpResponse<byte[]> response = await(endpoint, method, body);
        int status = response.statusCode();
        if (LOAD_STATUSES.contains(status)) {
            throw new ThrottledException(method + ": " + endpoint.host() + " answered HTTP status " + status);
        }
        if (status != OK) {
            throw unusable(endpoint, method, "answered HTTP status " + status, null);
        }
        try {
            return json.read(response.body());
        } catch (IOException e) {
            // Jackson's messages quote the source, so the cause stays out: bodies may echo what was sent.
            throw unusable(endpoint, method, "answered something else than JSON", null);
        }
    }

    private HttpResponse<byte[]> await(Endpoint endpoint, String method, byte[] body) {
        // The timeout of HttpRequest ends with the headers; the deadline here covers a body that never ends, too.
        CompletableFuture<HttpResponse<byte[]>> future = http.sendAsync(
                endpoint.post(body, settings.requestTimeout()),
                HttpResponse.BodyHandlers.limiting(
                        HttpResponse.BodyHandlers.ofByteArray(), settings.maxResponseBytes()));
        try {
            return future.get(settings.requestTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            throw unusable(endpoint, method, "did not answer in time", e);
        } catch (ExecutionException e) {
            throw unusable(
                    endpoint, method, "failed: " + e.getCause().getClass().getSimpleName(), e.getCause());
        } catch (CancellationException e) {
            throw unusable(endpoint, method, "was cancelled", e);
        } catch (InterruptedException e) {
            future.cancel(true);
            throw interrupted(method, e);
        }
    }

    private static UnusableAnswerException unusable(Endpoint endpoint, String method, String what, Throwable cause) {
        return new UnusableAnswerException(method + ": " + endpoint.host() + " " + what, cause);
    }

    @Override
    public void close() {
        http.shutdownNow();
        executor.shutdownNow();
    }
}
