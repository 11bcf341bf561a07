package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.relayersuite.store.sql.DatabaseSettings;

/** The packaged service as a process, one of several at the same database. */
final class Pod {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

    private static final int STOP_LIMIT_SECONDS = 60;

    private final Process process;
    private final Path output;
    private final int port;
    private final Api api;
    private final Operator operator;

    /**
     * Starts it; {@link #awaitReady} waits until it serves.
     *
     * @param environment what it is configured by, besides the database, the ports and host chain 8009
     */
    Pod(Path output, DatabaseSettings database, Map<String, String> environment) throws IOException {
        this(output, database, environment, List.of("-Xmx256m"));
    }

    /** As the other one, with these flags of the JVM. */
    Pod(Path output, DatabaseSettings database, Map<String, String> environment, List<String> flags)
            throws IOException {
        int managementPort = freePort();
        this.port = freePort();
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(), "-XX:+UseSerialGC"));
        command.addAll(flags);
        command.addAll(List.of("-jar", JAR.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "RELAYER_DATABASE_URL", database.url(),
                        "RELAYER_DATABASE_USERNAME", database.username(),
                        "RELAYER_DATABASE_PASSWORD", database.password(),
                        "RELAYER_MANAGEMENT_PASSWORD", PostgresResource.MANAGEMENT_PASSWORD,
                        "RELAYER_HOST_CHAINS_0__CHAIN_ID", "8009",
                        "RELAYER_GATEWAY_CONTRACTS_DECRYPTION_ADDRESS", Wallet.DECRYPTION.toString(),
                        "QUARKUS_HTTP_PORT", Integer.toString(port),
                        "QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort)));
        builder.environment().putAll(environment);
        this.output = output;
        this.process = builder.start();
        this.api = new Api(URI.create("http://localhost:" + port));
        this.operator = new Operator(URI.create("http://localhost:" + managementPort));
    }

    Pod awaitReady() {
        await().atMost(Duration.ofSeconds(90)).until(this::isReady);
        return this;
    }

    /** What its readiness probe says; false when it says nothing. */
    boolean isReady() {
        try {
            return operator.get("/q/health/ready").status() == 200;
        } catch (RuntimeException unreachable) {
            return false;
        }
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Tells it to stop (SIGTERM), and returns at once. */
    void terminate() {
        process.destroy();
    }

    /** Waits until it has ended. */
    void awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("the process ends")
                .isTrue();
    }

    Api api() {
        return api;
    }

    Operator operator() {
        return operator;
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
