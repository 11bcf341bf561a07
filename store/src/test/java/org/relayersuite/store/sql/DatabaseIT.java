package org.relayersuite.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.store.TestPostgres;

class DatabaseIT {
    private final Vertx vertx = Vertx.vertx();
    private final DatabaseSettings settings = TestPostgres.freshDatabase();
    /** One connection: whatever is wrong with it, the next statement gets it. */
    private final Database database =
            Database.open(vertx, new DatabaseSettings(settings.url(), settings.username(), settings.password(), 1));

    @AfterEach
    void close() {
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void rollsBackWhenTheWorkFails() {
        assertThatThrownBy(() -> database.inTransaction(session -> {
                    insertLane(session, "a");
                    throw new IllegalStateException("work failed");
                }))
                .hasMessage("work failed");
        assertThat(lanes()).isZero();
    }

    @Test
    void rollsBackWhenTheServerRefusesAStatementAndTellsItsState() {
        assertThatThrownBy(() -> database.inTransaction(session -> {
                    insertLane(session, "a");
                    return session.query("SELECT 1 / 0");
                }))
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        refused -> assertThat(refused.sqlState()).contains("22012"));
        assertThat(lanes()).isZero();
    }

    @Test
    void handsOutNoConnectionWithAnOpenTransactionAfterACallerWasInterrupted() throws Exception {
        // Given a caller that is interrupted while its statement runs
        CountDownLatch running = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                database.inTransaction(session -> {
                    insertLane(session, "a");
                    running.countDown();
                    return session.query("SELECT pg_sleep(1)");
                });
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        running.await();

        // When
        caller.interrupt();
        caller.join();

        // Then the one connection is as good as new: a row that is not rolled back would be seen
        assertThat(thrown.get()).isInstanceOf(ConnectionLostException.class);
        assertThat(lanes()).isZero();
    }

    @Test
    void recoversByItselfWhenTheServerEndsItsConnections() {
        // Given
        Integer pid =
                database.query("SELECT pg_backend_pid()").iterator().next().getInteger(0);

        // When
        assertThatThrownBy(() -> database.query("SELECT pg_terminate_backend($1)", pid))
                .isInstanceOf(ConnectionLostException.class);

        // Then
        await().ignoreExceptionsInstanceOf(ConnectionLostException.class).until(() -> lanes() == 0);
    }

    private long lanes() {
        return database.query("SELECT count(*) FROM lane").iterator().next().getLong(0);
    }

    private static void insertLane(SqlSession session, String lane) {
        session.query("INSERT INTO lane (lane, chain_id, address, next_nonce) VALUES ($1, 1, '0x', 0)", lane);
    }
}
