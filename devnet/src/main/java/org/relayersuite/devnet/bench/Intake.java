package org.relayersuite.devnet.bench;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.LibraryLogs;
import org.relayersuite.devnet.Progress;
import org.relayersuite.devnet.RunFolder;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.postgres.PostgresServer;
import org.relayersuite.devnet.process.JavaCommand;
import org.relayersuite.devnet.process.OrphanGuard;
import org.relayersuite.devnet.process.Ports;
import org.relayersuite.devnet.process.ServiceProcess;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/**
 * {@code ./relayer bench intake}: one pod of intake-service on one core, Postgres and the load driver on another. Needs
 * wrk and pgbench, two cores, and a machine that does little else.
 */
public final class Intake {
    private static final int SERVICE_CORE = 0;
    private static final int DATABASE_CORE = 1;
    private static final int CONNECTIONS = 16;
    private static final int ROUNDS = 3;
    private static final int READY_ROUNDS = 5;
    private static final int WARM_UP_SECONDS = 30;
    private static final int MEASURED_SECONDS = Integer.getInteger("bench.seconds", 10);
    private static final int MEMORY_REQUESTS = Integer.getInteger("bench.memory-requests", 200_000);
    private static final List<String> JVM_FLAGS =
            List.of("-XX:+UseSerialGC", "-Xmx512m", "--enable-native-access=ALL-UNNAMED");

    private final Path root;
    private final RunFolder folder;
    private final Progress progress = new Progress(System.out);
    private final Path wrk = Program.find("wrk", "wrk");
    private final Path pgbench = Program.find("pgbench", "postgresql-15");
    private final Map<RequestKind, Path> templates = new HashMap<>();
    private int run;

    private Intake(Path root, RunFolder folder) throws IOException {
        this.root = root;
        this.folder = folder;
        for (RequestKind kind : RequestKind.values()) {
            templates.put(kind, Files.writeString(folder.logs().resolve(kind.code() + ".json"), IntakeBodies.of(kind)));
        }
    }

    /** Prints the figures; exits with 1 when one cannot be taken. */
    public static void main(String[] args) throws InterruptedException, IOException {
        LibraryLogs.warningsOnly();
        Path root = Path.of(System.getProperty("devnet.root", "")).toAbsolutePath();
        try (RunFolder folder = RunFolder.take(root.resolve("devnet/.run-bench"))) {
            new Intake(root, folder).run();
        } catch (IllegalStateException e) {
            System.err.println("No figures: " + e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private void run() throws InterruptedException, IOException {
        try (OrphanGuard guard = OrphanGuard.start();
                PostgresServer postgres = PostgresServer.start(
                        folder.postgres(), folder.logs().resolve("postgres.log"), "bench", guard)) {
            Program.bind(postgres.pid(), DATABASE_CORE);
            BenchDatabase database = new BenchDatabase(postgres, pgbench, root.resolve("bench/intake"), SERVICE_CORE);
            database.migrate();
            try (ServiceProcess service = startService(postgres, guard)) {
                service.awaitReady();
                progress.step("Warming up");
                for (RequestKind kind : RequestKind.values()) {
                    post(service, kind, WARM_UP_SECONDS);
                }
                rates(service, database);
                memory(service, database);
                longPoll(service, postgres);
            }
            timeToReady(postgres, guard);
        }
    }

    private ServiceProcess startService(PostgresServer postgres, OrphanGuard guard) {
        return ServiceProcess.start(
                "bench-intake",
                Program.onCore(SERVICE_CORE, JavaCommand.of(JVM_FLAGS, SuiteService.INTAKE.jar(root))),
                serviceVariables(postgres),
                folder.logs(),
                guard);
    }

    private static Map<String, String> serviceVariables(PostgresServer postgres) {
        Map<String, String> variables = new HashMap<>(postgres.variables());
        variables.put("RELAYER_MANAGEMENT_PASSWORD", "bench");
        variables.put("RELAYER_DATABASE_POOL_SIZE", Integer.toString(CONNECTIONS));
        variables.put("RELAYER_HOST_CHAINS_0__CHAIN_ID", Long.toString(IntakeBodies.HOST_CHAIN_ID));
        variables.put("RELAYER_GATEWAY_CONTRACTS_DECRYPTION_ADDRESS", IntakeBodies.DECRYPTION.toString());
        // Nobody takes anything out of the queues here.
        for (String queue : List.of(
                "TX_ENGINE_TX_THROTTLERS_INPUT_PROOF",
                "TX_ENGINE_TX_THROTTLERS_USER_DECRYPT",
                "TX_ENGINE_TX_THROTTLERS_PUBLIC_DECRYPT",
                "READINESS_CHECKER_USER_DECRYPT",
                "READINESS_CHECKER_PUBLIC_DECRYPT")) {
            variables.put("RELAYER_GATEWAY_" + queue + "_CAPACITY", "2000000000");
        }
        return variables;
    }

    private void rates(ServiceProcess service, BenchDatabase database) throws InterruptedException {
        List<Double> admissions = new ArrayList<>();
        for (RequestKind kind : List.of(RequestKind.INPUT_PROOF, RequestKind.PUBLIC_DECRYPT)) {
            progress.step("Measuring POST of " + kind.code());
            admissions.add(against(kind, service, database));
        }
        progress.step("Measuring POST of user_decrypt");
        double verifications = verificationsPerSecond();
        List<Load> posts = rounds(service, RequestKind.USER_DECRYPT, database);
        double without = admissions.getLast();
        double possible = 1 / (1 / without + 1 / verifications);
        double rate = rate(posts);
        print("intake_user_decrypt", rate, "/s", possible, rate / possible, ">=0.7");
        detail("verifications alone %.0f/s, p99 %.1f ms", verifications, p99(posts));
        read(service, database, without);
    }

    /** Ours and pgbench in turn, so that what the machine does otherwise meets both. */
    private double against(RequestKind kind, ServiceProcess service, BenchDatabase database)
            throws InterruptedException {
        List<Double> ours = new ArrayList<>();
        List<Double> reference = new ArrayList<>();
        List<Load> posts = new ArrayList<>();
        post(service, kind, 1);
        String stored = database.newestStoredBody(kind);
        for (int round = 0; round < ROUNDS; round++) {
            database.empty();
            reference.add(database.insertsPerSecond(kind, stored, CONNECTIONS, MEASURED_SECONDS));
            database.empty();
            Load load = stored(post(service, kind, MEASURED_SECONDS), kind, database);
            posts.add(load);
            ours.add(load.perSecond());
        }
        print(
                "intake_" + kind.code(),
                median(ours),
                "/s",
                median(reference),
                median(ours) / median(reference),
                ">=0.4");
        detail("p99 %.1f ms", p99(posts));
        return median(ours);
    }

    private List<Load> rounds(ServiceProcess service, RequestKind kind, BenchDatabase database)
            throws InterruptedException {
        List<Load> posts = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            database.empty();
            posts.add(stored(post(service, kind, MEASURED_SECONDS), kind, database));
        }
        return posts;
    }

    /** Makes sure that what was measured are new requests, each stored once: the figures would not show anything else. */
    private static Load stored(Load load, RequestKind kind, BenchDatabase database) {
        long stored = database.count(kind);
        // Some requests were under way when the driver stopped counting.
        if (stored < load.requests() || stored > load.requests() + CONNECTIONS) {
            throw new IllegalStateException(load.requests() + " requests made " + stored + " jobs");
        }
        return load;
    }

    private Load post(ServiceProcess service, RequestKind kind, int seconds) throws InterruptedException {
        run++;
        return Load.ofWrk(wrk(
                "unique.lua",
                service.http(),
                seconds,
                List.of(templates.get(kind).toString(), path(kind), "%08x".formatted(run))));
    }

    private static String path(RequestKind kind) {
        return "/v2/" + kind.code().replace('_', '-');
    }

    private String wrk(String script, URI url, int seconds, List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                wrk.toString(),
                "--threads=1",
                "--connections=" + CONNECTIONS,
                "--duration=" + seconds + "s",
                "--timeout=30s",
                "--script=" + root.resolve("bench/intake").resolve(script),
                url.toString()));
        if (!arguments.isEmpty()) {
            command.add("--");
            command.addAll(arguments);
        }
        return Program.run(Program.onCore(DATABASE_CORE, command), Map.of());
    }

    private void read(ServiceProcess service, BenchDatabase database, double posts) throws InterruptedException {
        progress.step("Measuring GET of a finished job");
        database.empty();
        post(service, RequestKind.PUBLIC_DECRYPT, 1);
        database.execute("DELETE FROM public_decrypt_req WHERE id <> (SELECT max(id) FROM public_decrypt_req)");
        for (String status : List.of("processing", "tx_in_flight", "receipt_received", "completed")) {
            database.execute("UPDATE public_decrypt_req SET req_status = '" + status
                    + "', res = '{\"decryptedValue\": \"" + "2a".repeat(32) + "\", \"signatures\": [\""
                    + "ab".repeat(65) + "\"], \"extraData\": \"0x00\"}'");
        }
        URI job = service.http()
                .resolve("/v2/public-decrypt/" + database.text("SELECT ext_job_id::text FROM public_decrypt_req"));
        wrk("read.lua", job, WARM_UP_SECONDS / 2, List.of());
        List<Load> reads = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            reads.add(Load.ofWrk(wrk("read.lua", job, MEASURED_SECONDS, List.of())));
        }
        print("intake_get_finished", rate(reads), "/s", posts, rate(reads) / posts, ">=3");
        detail("p99 %.1f ms", p99(reads));
    }

    /** Resident memory after a quarter of the requests and after all of them. */
    private void memory(ServiceProcess service, BenchDatabase database) throws InterruptedException, IOException {
        progress.step("Measuring memory over " + MEMORY_REQUESTS + " requests");
        database.empty();
        long quarter = -1;
        long posted = 0;
        while (posted < MEMORY_REQUESTS) {
            post(service, RequestKind.PUBLIC_DECRYPT, MEASURED_SECONDS);
            posted += database.count(RequestKind.PUBLIC_DECRYPT);
            database.empty();
            if (quarter < 0 && posted >= MEMORY_REQUESTS / 4) {
                quarter = residentKib(service.pid());
            }
        }
        long end = residentKib(service.pid());
        print("intake_memory", end / 1024.0, "MiB", quarter / 1024.0, (double) end / quarter, "<=1.1");
    }

    private static long residentKib(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    private void longPoll(ServiceProcess service, PostgresServer postgres) throws InterruptedException, IOException {
        progress.step("Measuring the long poll");
        Map<String, String> variables = postgres.variables();
        DatabaseSettings settings = new DatabaseSettings(
                postgres.url(),
                variables.get("RELAYER_DATABASE_USERNAME"),
                variables.get("RELAYER_DATABASE_PASSWORD"),
                2);
        try (Database database = Database.open(Vertx.vertx(), settings);
                Notifications notifications = new Notifications(database);
                HttpClient http = HttpClient.newHttpClient()) {
            double bare = LongPoll.bareNotification(notifications);
            double answer = new LongPoll(http, service.http(), database)
                    .answer(Files.readString(templates.get(RequestKind.PUBLIC_DECRYPT)));
            print("intake_long_poll", answer, "ms", bare, answer / bare, "<=5");
        }
    }

    private double verificationsPerSecond() throws InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), VerifyLoop.class.getName(), "10", "10"));
        String output = Program.run(Program.onCore(SERVICE_CORE, command), Map.of());
        return Double.parseDouble(output.lines().toList().getLast().strip());
    }

    private void timeToReady(PostgresServer postgres, OrphanGuard guard) throws InterruptedException, IOException {
        progress.step("Measuring the time to ready");
        int port = Ports.reserve();
        int management = Ports.reserve();
        Map<String, String> variables = serviceVariables(postgres);
        variables.put("QUARKUS_HTTP_PORT", Integer.toString(port));
        variables.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(management));
        ReadyTime ours = new ReadyTime(
                "intake-service",
                SuiteService.INTAKE.jar(root),
                variables,
                URI.create("http://127.0.0.1:" + management + "/q/health/ready"),
                folder.logs(),
                guard);
        ReadyTime bare = new ReadyTime(
                "bare-service",
                root.resolve("bench/bare-service/target/quarkus-app/quarkus-run.jar"),
                Map.of(
                        "QUARKUS_HTTP_PORT", Integer.toString(port),
                        "QUARKUS_DATASOURCE_REACTIVE_URL", postgres.url(),
                        "QUARKUS_DATASOURCE_USERNAME", PostgresServer.USERNAME,
                        "QUARKUS_DATASOURCE_PASSWORD", postgres.variables().get("RELAYER_DATABASE_PASSWORD")),
                URI.create("http://127.0.0.1:" + port + "/q/health/ready"),
                folder.logs(),
                guard);
        ours.train();
        bare.train();
        List<Double> oursMillis = new ArrayList<>();
        List<Double> bareMillis = new ArrayList<>();
        for (int round = 0; round < READY_ROUNDS; round++) {
            oursMillis.add(ours.start());
            bareMillis.add(bare.start());
        }
        print(
                "intake_time_to_ready",
                median(oursMillis),
                "ms",
                median(bareMillis),
                median(oursMillis) / median(bareMillis),
                "<=1.4");
    }

    private static double rate(List<Load> loads) {
        return median(loads.stream().map(Load::perSecond).toList());
    }

    private static double p99(List<Load> loads) {
        return median(loads.stream().map(Load::p99).toList());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted(Comparator.naturalOrder()).toList().get(values.size() / 2);
    }

    private void print(String name, double ours, String unit, double reference, double ratio, String target) {
        progress.line(String.format(
                Locale.ROOT,
                "BENCH name=%s ours=%.1f%s reference=%.1f%s ratio=%.2f target=%s",
                name,
                ours,
                unit,
                reference,
                unit,
                ratio,
                target));
    }

    private void detail(String format, Object... values) {
        progress.line("  " + String.format(Locale.ROOT, format, values));
    }
}
