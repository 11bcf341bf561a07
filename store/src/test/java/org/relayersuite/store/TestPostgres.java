package org.relayersuite.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.relayersuite.store.migration.Migrations;
import org.relayersuite.store.sql.DatabaseSettings;

/** One real Postgres per JVM, and in it as many migrated databases as tests ask for. */
public final class TestPostgres {
    private static final String USER = "postgres";
    private static final String TEMPLATE = "relayer_template";
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static EmbeddedPostgres server;

    private TestPostgres() {}

    /** Creates an empty database at the latest version of the schema. */
    public static DatabaseSettings freshDatabase() {
        EmbeddedPostgres running = running();
        String name = "relayer_" + NEXT.incrementAndGet();
        execute(running, "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
        return new DatabaseSettings("postgresql://localhost:" + running.getPort() + "/" + name, USER, USER, 20);
    }

    private static synchronized EmbeddedPostgres running() {
        if (server == null) {
            try {
                server = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "300")
                        .setServerConfig("fsync", "off")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("embedded Postgres did not start", e);
            }
            execute(server, "CREATE DATABASE " + TEMPLATE);
            Migrations.migrate("jdbc:postgresql://localhost:" + server.getPort() + "/" + TEMPLATE, USER, USER);
        }
        return server;
    }

    private static void execute(EmbeddedPostgres running, String sql) {
        try (Connection connection = running.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
