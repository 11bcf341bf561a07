package org.relayersuite.devnet.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One replica of a service, as a process of its own that knows nothing but its environment variables, just as in
 * production. Tests kill, freeze and restart it.
 */
public final class ServiceProcess implements AutoCloseable {
    /** How long a service may take from its start until it is ready. */
    public static final Duration START_LIMIT = Duration.ofSeconds(90);

    // Short start and small memory count for more here than peak speed.
    private static final List<String> JVM_FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "--enable-native-access=ALL-UNNAMED");
    private static final Duration PROBE_PAUSE = Duration.ofMillis(50);
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);

    private final ChildProcess process;
    private final URI http;
    private final URI management;

    private ServiceProcess(ChildProcess process, URI http, URI management) {
        this.process = process;
        this.http = http;
        this.management = management;
    }

    /**
     * Starts a replica and returns at once; see {@link #awaitReady}.
     *
     * @param name tells the replica from others; its log is {@code <name>.log}
     * @param jar the service's quarkus-run.jar
     * @param environment its configuration; the two ports are added to it
     */
    public static ServiceProcess start(
            String name, Path jar, Map<String, String> environment, Path logs, OrphanGuard guard) {
        return start(name, JavaCommand.of(JVM_FLAGS, jar), environment, logs, guard);
    }

    /** As above, for a service that is started by a command of the caller's. */
    public static ServiceProcess start(
            String name, List<String> command, Map<String, String> environment, Path logs, OrphanGuard guard) {
        int http = Ports.reserve();
        int management = Ports.reserve();
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("QUARKUS_HTTP_HOST", "127.0.0.1");
        variables.put("QUARKUS_HTTP_PORT", Integer.toString(http));
        variables.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
        variables.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(management));
        ChildProcess process = ChildProcess.start(name, command, variables, logs.resolve(name + ".log"), guard);
        return new ServiceProcess(process, local(http), local(management));
    }

    private static URI local(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    public String name() {
        return process.name();
    }

    /** Base URL of the service's own port. */
    public URI http() {
        return http;
    }

    /** Base URL of the port with health and metrics. */
    public URI management() {
        return management;
    }

    public Path log() {
        return process.log();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void signal(Signal signal) {
        process.signal(signal);
    }

    /** Ends the process like a crash would and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.signal(Signal.KILL);
        process.awaitExit(START_LIMIT)
                .orElseThrow(() -> new IllegalStateException(name() + " survived SIGKILL for " + START_LIMIT));
    }

    /**
     * Waits until the service says that it is ready.
     *
     * @throws IllegalStateException when it ended or was not ready within {@link #START_LIMIT}; the message carries the
     *     end of its log
     */
    public void awaitReady() throws InterruptedException {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PROBE_LIMIT).build()) {
            String lastAnswer = "none";
            while (System.nanoTime() - end < 0) {
                if (process.awaitExit(PROBE_PAUSE).isPresent()) {
                    throw new IllegalStateException(name() + " ended while starting:\n" + process.logTail());
                }
                lastAnswer = probe(client);
                if (lastAnswer.isEmpty()) {
                    return;
                }
            }
            throw new IllegalStateException("%s is not ready after %d s; last answer: %s%n%s"
                    .formatted(name(), START_LIMIT.toSeconds(), lastAnswer, process.logTail()));
        }
    }

    /** Empty when ready, else what the service answered. */
    private String probe(HttpClient client) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(management.resolve("/q/health/ready"))
                .timeout(PROBE_LIMIT)
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? "" : answer.statusCode() + " " + answer.body();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Asks the service to finish and end; kills it when it does not in time. */
    @Override
    public void close() {
        process.close();
    }
}
