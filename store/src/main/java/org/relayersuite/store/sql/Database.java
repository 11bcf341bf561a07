package org.relayersuite.store.sql;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The database, for code that runs top to bottom on virtual threads. Every wait is bounded, here and on the server.
 *
 * <p>Must not be called on a Vert.x event loop: the answer would be waited for by the thread that has to deliver it.
 */
public final class Database implements SqlSession, AutoCloseable {
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(15);
    /** Shorter than the terms that leaders have by default: a holder frozen inside a transaction must not keep its row locks past its term. */
    private static final Duration IDLE_IN_TRANSACTION_TIMEOUT = Duration.ofSeconds(3);

    private final Vertx vertx;
    private final PgConnectOptions options;
    private final Pool pool;

    private Database(Vertx vertx, PgConnectOptions options, Pool pool) {
        this.vertx = vertx;
        this.options = options;
        this.pool = pool;
    }

    /**
     * Prepares the pool; connections are opened when first needed.
     *
     * @throws IllegalArgumentException when the URL is no {@code postgresql://} URL
     */
    public static Database open(Vertx vertx, DatabaseSettings settings) {
        PgConnectOptions options = connectOptions(settings);
        // A connection that is silent for longer than any statement may last is dead (a switched-off peer sends no
        // reset): closing it fails whoever waits on it, and keeps it from being handed out again.
        PgConnectOptions pooled = new PgConnectOptions(options);
        pooled.setMetricsName("pool");
        pooled.setIdleTimeout((int) Await.LIMIT.toSeconds()).setIdleTimeoutUnit(TimeUnit.SECONDS);
        Pool pool = PgBuilder.pool()
                .connectingTo(pooled)
                .with(new PoolOptions()
                        .setMaxSize(settings.poolSize())
                        .setConnectionTimeout(10)
                        .setConnectionTimeoutUnit(TimeUnit.SECONDS)
                        .setMaxLifetime(30)
                        .setMaxLifetimeUnit(TimeUnit.MINUTES))
                .using(vertx)
                .build();
        return new Database(vertx, options, pool);
    }

    private static PgConnectOptions connectOptions(DatabaseSettings settings) {
        PgConnectOptions options = PgConnectOptions.fromUri(settings.url());
        options.setUser(settings.username()).setPassword(settings.password());
        options.setMetricsName("dedicated");
        options.setCachePreparedStatements(true);
        options.setConnectTimeout(5_000).setTcpKeepAlive(true).setTcpNoDelay(true);
        Map<String, String> session = Map.of(
                "application_name", "relayer",
                "statement_timeout", Long.toString(STATEMENT_TIMEOUT.toMillis()),
                "idle_in_transaction_session_timeout", Long.toString(IDLE_IN_TRANSACTION_TIMEOUT.toMillis()));
        session.forEach(options::addProperty);
        return options;
    }

    @Override
    public RowSet<Row> query(String sql, Object... params) {
        return Await.answer(pool.preparedQuery(sql).execute(Tuple.from(params)));
    }

    /**
     * Runs {@code work} in one READ COMMITTED transaction and commits it; any exception rolls it back and is passed on.
     *
     * @throws ConnectionLostException when the connection is lost, at COMMIT too: then the outcome is unknown
     */
    public <T> T inTransaction(SqlWork<T> work) {
        SqlConnection connection = Await.answer(pool.getConnection());
        try {
            Await.answer(connection.query("BEGIN").execute());
            T result = work.run(new Transaction(connection));
            Await.answer(connection.query("COMMIT").execute());
            connection.close();
            return result;
        } catch (RuntimeException failure) {
            // Not waited for: the caller may have been interrupted, or the connection be dead. It goes back to the pool
            // behind the answer, so that nobody is handed a connection with a transaction open or a statement running.
            connection.query("ROLLBACK").execute().onComplete(done -> connection.close());
            throw failure;
        }
    }

    /**
     * Opens a connection outside the pool, for LISTEN and for session locks. It belongs to the caller, who closes it
     * and never reuses it after a failure.
     *
     * @throws ConnectionLostException when the database cannot be reached
     */
    public PgConnection dedicatedConnection() {
        return Await.answer(PgConnection.connect(vertx, options));
    }

    /** Waits for an answer on a {@link #dedicatedConnection()}, with the same bounds and meanings as {@link #query}. */
    public static RowSet<Row> query(PgConnection connection, String sql, Object... params) {
        return Await.answer(connection.preparedQuery(sql).execute(Tuple.from(params)));
    }

    @Override
    public void close() {
        pool.close();
    }
}
