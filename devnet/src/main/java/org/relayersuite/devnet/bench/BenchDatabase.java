package org.relayersuite.devnet.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.postgres.PostgresServer;
import org.relayersuite.store.migration.Migrations;
import org.relayersuite.store.request.RequestTable;

/** The Postgres that both the service and pgbench write to, on a core of its own. */
final class BenchDatabase {
    private static final int BACKGROUND_SECONDS_MORE = 5;

    private final PostgresServer postgres;
    private final Path pgbench;
    private final Path scripts;
    private final int clientCore;

    BenchDatabase(PostgresServer postgres, Path pgbench, Path scripts, int clientCore) {
        this.postgres = postgres;
        this.pgbench = pgbench;
        this.scripts = scripts;
        this.clientCore = clientCore;
    }

    void migrate() {
        Map<String, String> variables = postgres.variables();
        Migrations.migrate(
                "jdbc:" + postgres.url(),
                variables.get("RELAYER_DATABASE_USERNAME"),
                variables.get("RELAYER_DATABASE_PASSWORD"));
    }

    /** How many transactions per second pgbench makes of the statement that admits a request. */
    double insertsPerSecond(RequestKind kind, String storedBody, int connections, int seconds)
            throws InterruptedException {
        Thread notifier = Thread.ofVirtual().start(() -> {
            try {
                // One notification under way at any time, as the service has it.
                pgbench(List.of("-f", scripts.resolve("notify.sql").toString()), 1, seconds + BACKGROUND_SECONDS_MORE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        String output =
                pgbench(List.of("-f", insertInto(kind), "-D", "request_body=" + storedBody), connections, seconds);
        notifier.join();
        return Load.ofPgbench(output);
    }

    private String insertInto(RequestKind kind) {
        try {
            Path filled = Files.createTempFile("insert", ".sql");
            filled.toFile().deleteOnExit();
            return Files.writeString(filled, RequestTable.of(kind).sql(Files.readString(scripts.resolve("insert.sql"))))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String pgbench(List<String> arguments, int connections, int seconds) throws InterruptedException {
        URI url = URI.create(postgres.url());
        List<String> command = new ArrayList<>(List.of(
                pgbench.toString(),
                "--no-vacuum",
                "--protocol=prepared",
                "--jobs=1",
                "--client=" + connections,
                "--time=" + seconds,
                "--host=" + url.getHost(),
                "--port=" + url.getPort(),
                "--username=" + PostgresServer.USERNAME));
        command.addAll(arguments);
        command.add(PostgresServer.DATABASE);
        return Program.run(
                Program.onCore(clientCore, command),
                Map.of("PGPASSWORD", postgres.variables().get("RELAYER_DATABASE_PASSWORD")));
    }

    /** The stored form of the newest request of a kind. */
    String newestStoredBody(RequestKind kind) {
        return text(RequestTable.of(kind).sql("SELECT req::text FROM {table} ORDER BY id DESC LIMIT 1"));
    }

    long count(RequestKind kind) {
        return Long.parseLong(text(RequestTable.of(kind).sql("SELECT count(*)::text FROM {table}")));
    }

    /** Forgets all requests, so that no figure depends on how many the ones before left behind. */
    void empty() {
        execute("TRUNCATE input_proof_req, public_decrypt_req, user_decrypt_req");
    }

    void execute(String sql) {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("statement failed: " + e.getMessage(), e);
        }
    }

    String text(String sql) {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException("query failed: " + e.getMessage(), e);
        }
    }
}
