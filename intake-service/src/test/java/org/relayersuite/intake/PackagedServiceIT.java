package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;
import org.relayersuite.store.sql.SqlSession;

/** The packaged service as operators run it: a process, configured by environment variables, stopped by SIGTERM. */
class PackagedServiceIT {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

    @TempDir
    Path directory;

    private final Vertx vertx = Vertx.vertx();
    private Database database;
    private Process service;
    private Path output;
    private URI base;
    private URI management;
    private Api api;

    @BeforeEach
    void start() throws IOException {
        DatabaseSettings settings = TestPostgres.freshDatabase();
        database = Database.open(vertx, settings);
        output = directory.resolve("output");
        int port = freePort();
        int managementPort = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-jar",
                        JAR.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "RELAYER_DATABASE_URL",
                        settings.url(),
                        "RELAYER_DATABASE_USERNAME",
                        settings.username(),
                        "RELAYER_DATABASE_PASSWORD",
                        settings.password(),
                        "RELAYER_MANAGEMENT_PASSWORD",
                        "for-tests-only",
                        "RELAYER_GATEWAY_CONTRACTS_DECRYPTION_ADDRESS",
                        Wallet.DECRYPTION.toString(),
                        "RELAYER_HOST_CHAINS_0__CHAIN_ID",
                        "8009",
                        "RELAYER_HOST_CHAINS_1__CHAIN_ID",
                        "9001",
                        "RELAYER_HTTP_RETRY_AFTER_MIN_SECONDS",
                        "9",
                        "QUARKUS_HTTP_PORT",
                        Integer.toString(port),
                        "QUARKUS_MANAGEMENT_PORT",
                        Integer.toString(managementPort)));
        service = builder.start();
        base = URI.create("http://localhost:" + port);
        management = URI.create("http://localhost:" + managementPort);
        api = new Api(base);
        Api operations = new Api(management);
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> operations.get("/q/health/ready").status() == 200);
    }

    @AfterEach
    void stop() throws InterruptedException {
        service.destroyForcibly().waitFor();
        database.close();
        vertx.close();
    }

    @Test
    void environmentVariablesConfigureItAndLogsAreJson() throws IOException {
        // When requests are posted, one of them signed, which loads a native library
        Reply reply = api.post(Bodies.INPUT_PROOF, Bodies.inputProof());
        api.post(Bodies.USER_DECRYPT, Bodies.userDecrypt()).assertAccepted();

        // Then it is answered as configured, and each line of the output is a JSON object
        UUID jobId = reply.jobId();
        assertThat(reply.retryAfter()).hasValue(9);
        for (String line : Files.readAllLines(output)) {
            JsonNode entry = Api.JSON.readTree(line);
            assertThat(entry.get("service").asText()).isEqualTo("intake-service");
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Files.readString(output)).contains("Request accepted jobId=" + jobId));
    }

    @Test
    void aRequestThatRunsWhenTheServiceIsToldToStopIsFinished() throws Exception {
        // Given a POST that waits for its row, because somebody locks the table
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Reply> post = database.inTransaction(session -> {
                session.query("LOCK TABLE input_proof_req IN SHARE ROW EXCLUSIVE MODE");
                Future<Reply> begun = clients.submit(() -> api.post(Bodies.INPUT_PROOF, Bodies.inputProof()));
                await().atMost(Duration.ofSeconds(30)).until(() -> keepingAwake(session, this::somebodyWaitsForALock));

                // When the service is told to stop, and the lock stays for as long as one that does not wait needs to
                // end
                service.destroy();
                session.query("SELECT pg_sleep(1)");
                return begun;
            });

            // Then the request is answered, its job is stored, and the process ends
            UUID jobId = post.get(20, TimeUnit.SECONDS).jobId();
            assertThat(database.query("SELECT FROM input_proof_req WHERE ext_job_id = $1", jobId))
                    .hasSize(1);
            assertThat(service.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void clientsThatWaitWhenTheServiceIsToldToStopAreAnsweredAtOnce() throws Exception {
        // Given a held poll and an event stream, about a job that does not end
        UUID jobId = api.post(Bodies.INPUT_PROOF, Bodies.inputProof()).jobId();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                EventSource events = EventSource.open(base, "/v2/jobs/" + jobId + "/events", Map.of())) {
            Future<Reply> poll = clients.submit(
                    () -> api.send(api.request(Bodies.INPUT_PROOF + "/" + jobId + "?wait=30"), Duration.ofSeconds(40)));
            await().until(() -> events.states().equals(List.of("queued")));
            await().until(() -> metric("relayer_http_held_polls").equals("1.0"));

            // When
            long start = System.nanoTime();
            service.destroy();

            // Then both end well before the time to wait is up, the poll with the present state, and the process ends
            poll.get(10, TimeUnit.SECONDS).assertAccepted();
            await().atMost(Duration.ofSeconds(10)).until(events::isOver);
            assertThat(events.names()).doesNotContain("broken");
            assertThat(service.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        }
    }

    private String metric(String name) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) management.resolve("/q/metrics").toURL().openConnection();
        connection.setRequestProperty(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString("ops:for-tests-only".getBytes(StandardCharsets.UTF_8)));
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> line.substring(name.length() + 1))
                    .findFirst()
                    .orElse("");
        }
    }

    /** The database ends sessions that idle in a transaction: the lock must outlast the waiting. */
    private static boolean keepingAwake(SqlSession session, BooleanSupplier condition) {
        session.query("SELECT 1");
        return condition.getAsBoolean();
    }

    private boolean somebodyWaitsForALock() {
        return database.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                        .rowCount()
                > 0;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
