package org.relayersuite.devnet.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.relayersuite.devnet.process.OrphanGuard;
import org.relayersuite.devnet.process.Ports;

/** A Postgres from a Maven artifact, with one empty database that belongs to one role, as a platform team would set up. */
public final class PostgresServer implements AutoCloseable {
    public static final String DATABASE = "relayer";
    public static final String USERNAME = "relayer";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    // The suite's role logs in with its password, so that a service that sends a wrong one fails here too.
    private static final String ACCESS = """
            host all relayer 127.0.0.1/32 scram-sha-256
            host all all 127.0.0.1/32 trust
            """;

    private final EmbeddedPostgres server;
    private final OrphanGuard guard;
    private final long pid;
    private final String password;

    private PostgresServer(EmbeddedPostgres server, OrphanGuard guard, long pid, String password) {
        this.server = server;
        this.guard = guard;
        this.pid = pid;
        this.password = password;
    }

    /**
     * Starts the server and makes the database.
     *
     * @param data is deleted first, and again at the end
     * @param password of the role {@link #USERNAME}, without quotes
     */
    public static PostgresServer start(Path data, Path log, String password, OrphanGuard guard) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(true)
                    .setDataDirectoryCustomizer(PostgresServer::writeAccessRules)
                    .setPort(Ports.reserve())
                    .setPGStartupWait(START_LIMIT)
                    .setServerConfig("max_connections", "200")
                    // The embedded server's own defaults trade durability for speed; the promises rest on durability.
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("logging_collector", "off")
                    .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    // The devnet stops its parts in order, the database last.
                    .setRegisterShutdownHook(false)
                    .start();
            long pid = postmaster(data);
            guard.add(pid);
            PostgresServer started = new PostgresServer(server, guard, pid, password);
            started.createDatabase();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start Postgres; see " + log, e);
        }
    }

    private static void writeAccessRules(File data) {
        try {
            Files.writeString(data.toPath().resolve("pg_hba.conf"), ACCESS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the access rules of Postgres", e);
        }
    }

    private static long postmaster(Path data) throws IOException {
        return Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst().trim());
    }

    private void createDatabase() {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(USERNAME, password));
            statement.execute("CREATE DATABASE %s OWNER %s".formatted(DATABASE, USERNAME));
        } catch (SQLException e) {
            close();
            throw new IllegalStateException("cannot create the database", e);
        }
    }

    public long pid() {
        return pid;
    }

    /** The database as the suite's services take it, without credentials. */
    public String url() {
        return "postgresql://127.0.0.1:%d/%s".formatted(server.getPort(), DATABASE);
    }

    /** The variables that tell a program of the suite where its database is. */
    public Map<String, String> variables() {
        return Map.of(
                "RELAYER_DATABASE_URL", url(),
                "RELAYER_DATABASE_USERNAME", USERNAME,
                "RELAYER_DATABASE_PASSWORD", password);
    }

    /** A new JDBC connection as the suite's role. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:" + url(), USERNAME, password);
    }

    @Override
    public void close() {
        try {
            server.close();
            guard.drop(pid);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop Postgres", e);
        }
    }
}
