package org.relayersuite.intake;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.relayersuite.store.sql.DatabaseSettings;

/** The packaged service as a process, one of several at the same database. */
final class Pod {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

    private final Process process;
    private final Path output;
    private final Api api;
    private final Operator operator;

    /**
     * Starts it; {@link #awaitReady} waits until it serves.
     *
     * @param environment what it is configured by, besides the database, the ports and host chain 8009
     */
    Pod(Path output, DatabaseSettings database, Map<String, String> environment) throws IOException {
        int port = freePort();
        int managementPort = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-jar",
                        JAR.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
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

    void awaitReady() {
        await().atMost(Duration.ofSeconds(90))
                .ignoreExceptions()
                .until(() -> operator.get("/q/health/ready").status() == 200);
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
