package org.relayersuite.intake.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.endpoint.Endpoint;

/** Counts and times the requests to the endpoints (spec/relayer.md, section 10). Other paths are not counted. */
@Singleton
public final class HttpMetrics implements Handler<RoutingContext> {
    /** The path that tells where keys are, without a job below it. */
    public static final String KEY_URL = "/v2/keyurl";

    private static final Map<String, List<Integer>> EXPECTED_STATUSES = Map.of(
            "POST", List.of(200, 202, 400, 401, 403, 415, 422, 429, 500),
            "GET", List.of(200, 202, 400, 401, 403, 404, 500, 503, 504));
    private static final List<Counted> ALL = Stream.concat(
                    Arrays.stream(Endpoint.values())
                            .map(each -> new Counted(
                                    each.path(), each.label(), each.pollLabel(), each.version(), EXPECTED_STATUSES)),
                    Stream.of(new Counted(KEY_URL, "/keyurl", "/keyurl", "v2", Map.of("GET", List.of(200, 404, 503)))))
            .toList();

    private static final String UNKNOWN = "unknown";
    static final String KNOWN_SDK = "@zama-fhe/relayer-sdk";
    private static final List<String> KNOWN_SDK_VERSIONS = List.of("0.4", "0.5");

    private final MeterRegistry registry;
    private final Duration[] buckets;

    HttpMetrics(MeterRegistry registry, HttpConfig config) {
        this.registry = registry;
        this.buckets = config.metrics().histogramBuckets().stream()
                .map(seconds -> Duration.ofNanos((long) (seconds * 1e9)))
                .toArray(Duration[]::new);
    }

    /** Hundreds of series: beside the start, which need not wait for them. */
    void start(@Observes StartupEvent event) {
        Thread.ofVirtual().name("http-metrics").start(this::registerAll);
    }

    /** With zero, so that the first failure shows as an increase. */
    private void registerAll() {
        for (Counted endpoint : ALL) {
            endpoint.statuses().forEach((method, statuses) -> {
                Tags called = called(endpoint, method);
                requests(called, UNKNOWN, UNKNOWN);
                KNOWN_SDK_VERSIONS.forEach(version -> requests(called, KNOWN_SDK, version));
                statuses.forEach(status -> {
                    responses(called.and("status", Integer.toString(status)));
                    durations(called.and("status", Integer.toString(status)));
                });
            });
        }
    }

    @Override
    public void handle(RoutingContext http) {
        HttpServerRequest request = http.request();
        String method = request.method().name();
        Optional<Counted> endpoint = endpoint(request.path());
        // A method that no endpoint has must not become a label: clients could make up any number of them.
        if (endpoint.isPresent() && endpoint.get().statuses().containsKey(method)) {
            Tags called = called(endpoint.get(), method);
            count(request, called);
            long start = System.nanoTime();
            http.addEndHandler(end -> {
                if (end.failed()) {
                    return; // The client left, and was answered nothing.
                }
                Tags answered =
                        called.and("status", Integer.toString(http.response().getStatusCode()));
                responses(answered).increment();
                durations(answered).record(Duration.ofNanos(System.nanoTime() - start));
            });
        }
        http.next();
    }

    private void count(HttpServerRequest request, Tags called) {
        String version = request.getHeader("zama-sdk-version");
        Optional<String> known = KNOWN_SDK.equals(request.getHeader(TimedOutStatus.SDK_NAME)) && version != null
                ? KNOWN_SDK_VERSIONS.stream()
                        .filter(prefix -> version.equals(prefix) || version.startsWith(prefix + "."))
                        .findFirst()
                : Optional.empty();
        requests(called, known.isPresent() ? KNOWN_SDK : UNKNOWN, known.orElse(UNKNOWN))
                .increment();
    }

    private static Optional<Counted> endpoint(String path) {
        return path == null
                ? Optional.empty()
                : ALL.stream()
                        .filter(endpoint -> path.equals(endpoint.path()) || path.startsWith(endpoint.path() + "/"))
                        .findFirst();
    }

    private static Tags called(Counted endpoint, String method) {
        String label = method.equals("GET") ? endpoint.pollLabel() : endpoint.label();
        return Tags.of("endpoint", label, "method", method, "version", endpoint.version());
    }

    private Counter requests(Tags called, String sdkName, String sdkVersion) {
        return Counter.builder("relayer_http_requests_total")
                .description("Requests to the endpoints")
                .tags(called.and("relayer_sdk_name", sdkName, "relayer_sdk_version", sdkVersion))
                .register(registry);
    }

    private Counter responses(Tags answered) {
        return Counter.builder("relayer_http_responses_total")
                .description("Answers of the endpoints by status")
                .tags(answered)
                .register(registry);
    }

    private Timer durations(Tags answered) {
        return Timer.builder("relayer_http_request_duration_seconds")
                .description("Time from the head of a request to the end of its answer")
                .tags(answered)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    /**
     * What is counted under one name.
     *
     * @param path of the endpoint; what is below it is counted, too
     * @param label of the endpoint, for all methods but GET
     * @param pollLabel of the endpoint, for GET
     * @param statuses by method, those that are there from the start
     */
    private record Counted(
            String path, String label, String pollLabel, String version, Map<String, List<Integer>> statuses) {}
}
