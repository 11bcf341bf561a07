package org.relayersuite.blocklistener.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.failure.BlockStoreException;
import org.relayersuite.blocklistener.failure.ChainLockLostException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.blocklistener.failure.ListenerException;
import org.relayersuite.blocklistener.failure.PayloadException;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.Database;

class ChainSessionIT {
    private static final String LOCK = "block-listener/live/1";
    private static final Duration IDLE_LIMIT = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Vertx vertx = Vertx.vertx();
    private final Database database = Database.open(vertx, TestPostgres.freshDatabase());
    private final ChainSession session = ChainSession.open(database, LOCK, IDLE_LIMIT);

    @AfterEach
    void close() {
        session.close();
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private int pid() {
        return session.query("SELECT pg_backend_pid()").iterator().next().getInteger(0);
    }

    @Test
    void oneSessionAtATimeHasALockAndOtherLocksAreFree() {
        // Given
        try (ChainSession other = ChainSession.open(database, LOCK, IDLE_LIMIT);
                ChainSession otherChain = ChainSession.open(database, "block-listener/live/2", IDLE_LIMIT)) {
            // When
            assertThat(session.tryLock()).isTrue();

            // Then
            assertThat(session.holds()).isTrue();
            assertThat(other.tryLock()).isFalse();
            assertThat(other.holds()).isFalse();
            assertThat(otherChain.tryLock()).isTrue();
            assertThat(session.tryLock()).isTrue();

            session.close();
            await().atMost(SOON).until(other::tryLock);
        }
    }

    @Test
    void aSessionThatNobodyUsesIsKeptAliveByItsBeat() {
        // Given
        assertThat(session.query("SHOW idle_session_timeout").iterator().next().getString(0))
                .isEqualTo("1s");
        session.tryLock();

        // Then: three times as long as Postgres would let it be silent
        await().during(IDLE_LIMIT.multipliedBy(3)).atMost(SOON).until(session::holds);
        try (ChainSession other = ChainSession.open(database, LOCK, IDLE_LIMIT)) {
            assertThat(other.tryLock()).isFalse();
        }
    }

    @Test
    void aHolderFrozenInATransactionLosesTheLockAndCommitsNothing() throws Exception {
        // Given: its process stands still after the first statement of a transaction, and so does its beat
        session.tryLock();
        CountDownLatch thawed = new CountDownLatch(1);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                session.inTransaction(() -> {
                    session.query("INSERT INTO blocks (chain_id, block_number, block_hash, parent_hash, status)"
                            + " VALUES (1, 1, decode(repeat('01', 32), 'hex'), decode(repeat('00', 32), 'hex'),"
                            + " 'CANONICAL')");
                    try {
                        thawed.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return null;
                });
                outcome.complete(null);
            } catch (RuntimeException e) {
                outcome.complete(e);
            }
        });

        // When
        try (ChainSession other = ChainSession.open(database, LOCK, IDLE_LIMIT)) {
            await().atMost(SOON).until(other::tryLock);
        }
        thawed.countDown();

        // Then
        assertThat(outcome).succeedsWithin(SOON).isInstanceOf(ListenerException.class);
        assertThat(database.query("SELECT FROM blocks").size()).isZero();
        assertThat(session.holds()).isFalse();
    }

    @Test
    void workIsInterruptedTheMomentTheSessionEnds() throws Exception {
        // Given
        session.tryLock();
        int pid = pid();
        CountDownLatch working = new CountDownLatch(1);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                session.whileHeld(() -> {
                    working.countDown();
                    new CountDownLatch(1).await();
                    return true;
                });
                outcome.complete(null);
            } catch (InterruptedException | RuntimeException e) {
                outcome.complete(e);
            }
        });
        working.await();

        // When
        database.query("SELECT pg_terminate_backend($1)", pid);

        // Then
        assertThat(outcome).succeedsWithin(Duration.ofSeconds(30)).isInstanceOf(ChainLockLostException.class);
        assertThat(session.ended()).isTrue();
    }

    @Test
    void workOnASessionThatIsOverDoesNotGetFar() {
        // Given
        session.tryLock();
        session.close();

        // Then
        assertThatThrownBy(() -> session.whileHeld(() -> {
                    new CountDownLatch(1).await();
                    return true;
                }))
                .isInstanceOf(ChainLockLostException.class);
        assertThatThrownBy(() -> session.query("SELECT 1")).isInstanceOf(ChainLockLostException.class);
        assertThatThrownBy(session::tryLock).isInstanceOf(ChainLockLostException.class);
    }

    @Test
    void aStatementThatFailsEndsTheSession() {
        // Given
        session.tryLock();

        // Then
        assertThatThrownBy(() -> session.query("SELECT 1 / 0")).isInstanceOf(BlockStoreException.class);
        assertThat(session.holds()).isFalse();
        try (ChainSession other = ChainSession.open(database, LOCK, IDLE_LIMIT)) {
            await().atMost(SOON).until(other::tryLock);
        }
    }

    @Test
    void failuresOfTheWorkKeepTheirMeaningAndTheSession() throws Exception {
        // Given
        session.tryLock();

        // Then
        assertThatThrownBy(() -> session.whileHeld(() -> {
                    throw new PayloadException("x", null);
                }))
                .isInstanceOf(PayloadException.class);
        assertThatThrownBy(() -> session.whileHeld(() -> {
                    throw new IllegalStateException("bug");
                }))
                .isInstanceOf(InvariantViolationException.class)
                .hasRootCauseMessage("bug");
        assertThat(session.<String>whileHeld(() -> "done")).isEqualTo("done");
        assertThat(session.holds()).isTrue();
    }
}
