package org.relayersuite.devnet.demo;

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
import org.relayersuite.core.request.RequestKind;

/** The HTTP API as a client uses it (spec/relayer.md 1). */
public final class ApiClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int ACCEPTED = 202;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(LIMIT).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI base;

    /** @param base of intake-service, without a path */
    public ApiClient(URI base) {
        this.base = base;
    }

    /** An HTTP status and the JSON that came with it. */
    public record Answer(int status, JsonNode body) {}

    /** The path of a kind of request. */
    public static String path(RequestKind kind) {
        return "/v2/" + kind.code().replace('_', '-');
    }

    /**
     * Posts a request.
     *
     * @return the job's id
     * @throws IllegalStateException when it was not accepted; the message carries the answer
     */
    public UUID submit(RequestKind kind, JsonNode body) throws InterruptedException {
        return submit(path(kind), body);
    }

    /** As {@link #submit(RequestKind, JsonNode)}, at a path such as {@code /v3/user-decrypt}. */
    public UUID submit(String path, JsonNode body) throws InterruptedException {
        Answer answer = post(path, body.toString());
        if (answer.status() != ACCEPTED) {
            throw new IllegalStateException(
                    "POST %s was answered %d: %s".formatted(path, answer.status(), answer.body()));
        }
        return UUID.fromString(answer.body().path("result").path("jobId").textValue());
    }

    /** Posts a body as it is and returns whatever is answered. */
    public Answer post(RequestKind kind, String body) throws InterruptedException {
        return post(path(kind), body);
    }

    private Answer post(String path, String body) throws InterruptedException {
        return exchange(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** Asks for a job. */
    public Answer poll(RequestKind kind, UUID jobId) throws InterruptedException {
        return poll(path(kind), jobId);
    }

    /** As {@link #poll(RequestKind, UUID)}, at a path such as {@code /v3/user-decrypt}. */
    public Answer poll(String path, UUID jobId) throws InterruptedException {
        return exchange(request(path + "/" + jobId).build());
    }

    /** Asks for any path. */
    public Answer get(String path) throws InterruptedException {
        return exchange(request(path).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(LIMIT);
    }

    private Answer exchange(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), json.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException("no usable answer to " + request.method() + " " + request.uri(), e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
