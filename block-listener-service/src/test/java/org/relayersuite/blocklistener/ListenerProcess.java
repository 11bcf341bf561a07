package org.relayersuite.blocklistener;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.relayersuite.broker.TestRedis;
import org.relayersuite.store.sql.DatabaseSettings;

/** The packaged service as a process of its own, configured by environment variables only. */
final class ListenerProcess implements AutoCloseable {
    static final String MANAGEMENT_PASSWORD = "management-password-of-the-test";

    private final Process process;
    private final int managementPort = TestRedis.freePort();
    private final HttpClient http = HttpClient.newHttpClient();
    final List<String> output = new CopyOnWriteArrayList<>();

    ListenerProcess(DatabaseSettings database, String redisUrl, String rpcUrl, Map<String, String> more) {
        Path jar = Path.of("target", "quarkus-app", "quarkus-run.jar");
        if (!Files.exists(jar)) {
            throw new AssertionError("the service is not packaged: no " + jar.toAbsolutePath());
        }
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-jar",
                        jar.toString())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
        environment.put("RELAYER_MANAGEMENT_PASSWORD", MANAGEMENT_PASSWORD);
        environment.put("RELAYER_DATABASE_URL", database.url());
        environment.put("RELAYER_DATABASE_USERNAME", database.username());
        environment.put("RELAYER_DATABASE_PASSWORD", database.password());
        environment.put("LISTENER_CONSUMER_IDS", Listening.CONSUMER);
        environment.put("LISTENER_BLOCKCHAIN_CHAIN_ID", Long.toString(FakeNode.CHAIN_ID));
        environment.put("LISTENER_BLOCKCHAIN_NETWORK", "fake");
        environment.put("LISTENER_BLOCKCHAIN_RPC_URLS", rpcUrl);
        environment.put("LISTENER_BROKER_URL", redisUrl);
        environment.putAll(more);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::readOutput);
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(output::add);
        } catch (UncheckedIOException | IOException e) {
            output.add("output ended: " + e);
        }
    }

    /** Status and body of a GET on the management port; empty while nothing listens there. */
    Optional<HttpResponse<String>> get(String path, boolean authenticated) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                .timeout(Duration.ofSeconds(10));
        if (authenticated) {
            byte[] credentials = ("ops:" + MANAGEMENT_PASSWORD).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        try {
            return Optional.of(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Sends SIGTERM and returns the exit code. */
    int terminate() {
        process.destroy();
        return process.onExit().orTimeout(30, TimeUnit.SECONDS).join().exitValue();
    }

    /** Sends SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        kill();
        http.close();
    }
}
