package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;

/** A client of the API, with an eye on what every answer must have. */
final class Api {
    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI base;

    Api(URI base) {
        this.base = base;
    }

    /** An answer of the API. */
    record Reply(HttpResponse<String> http) {
        int status() {
            return http.statusCode();
        }

        JsonNode json() {
            try {
                return JSON.readTree(http.body());
            } catch (IOException e) {
                throw new UncheckedIOException("no JSON: " + http.body(), e);
            }
        }

        /** Present only when the header is an integer number of seconds, the one form that clients read. */
        OptionalInt retryAfter() {
            return http.headers()
                    .firstValue("Retry-After")
                    .filter(value -> value.matches("[0-9]+"))
                    .map(Integer::parseInt)
                    .map(OptionalInt::of)
                    .orElseGet(OptionalInt::empty);
        }

        UUID jobId() {
            assertAccepted();
            return UUID.fromString(json().at("/result/jobId").asText());
        }

        Reply assertAccepted() {
            assertThat(status()).as(http.body()).isEqualTo(202);
            assertEnvelope("queued");
            assertThat(retryAfter()).as("Retry-After").isPresent();
            return this;
        }

        Reply assertSucceeded() {
            assertThat(status()).as(http.body()).isEqualTo(200);
            return assertEnvelope("succeeded");
        }

        Reply assertProblem(int status, String label) {
            assertThat(status()).as(http.body()).isEqualTo(status);
            assertEnvelope("failed");
            assertThat(json().at("/error/label").asText()).isEqualTo(label);
            assertThat(json().at("/error/message").asText()).isNotBlank();
            assertThat(json().has("result")).isFalse();
            return this;
        }

        private Reply assertEnvelope(String status) {
            assertThat(http.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
            assertThat(json().get("status").asText()).isEqualTo(status);
            assertThat(UUID.fromString(json().get("requestId").asText()).version())
                    .isEqualTo(4);
            assertThat(http.body()).doesNotContain("Exception", "at org.", "<html");
            return this;
        }
    }

    static byte[] bytes(Object json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Reply post(String path, Object json) {
        return post(path, bytes(json));
    }

    Reply post(String path, byte[] body) {
        return send(HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body)));
    }

    /** A POST of {@code json} that is not sent yet. */
    HttpRequest.Builder json(String path, Object json) {
        try {
            return request(path)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(json)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Reply get(String path) {
        return send(HttpRequest.newBuilder(base.resolve(path)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path));
    }

    Reply send(HttpRequest.Builder request) {
        return send(request, Duration.ofSeconds(30));
    }

    Reply send(HttpRequest.Builder request, Duration limit) {
        try {
            return new Reply(client.send(request.timeout(limit).build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
