package org.relayersuite.blocklistener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.Listening.Entry;
import org.relayersuite.blocklistener.Listening.Options;
import org.relayersuite.blocklistener.Listening.Replica;
import org.relayersuite.blocklistener.block.BlockRef;

class HolderIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    /** So long that a replica with this pause does nothing more in a test on its own. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    private FakeNode node;
    private Listening listening;

    @BeforeEach
    void start() {
        node = new FakeNode();
        listening = new Listening();
    }

    @AfterEach
    void stop() {
        listening.close();
        node.close();
    }

    private static List<BlockRef> trunk(long to) {
        return LongStream.rangeClosed(0, to)
                .mapToObj(n -> TestBlocks.ref('a', n))
                .toList();
    }

    private void awaitSent(long to) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(listening.blocks())
                        .extracting(Entry::number)
                        .isEqualTo(LongStream.rangeClosed(1, to).boxed().toList()));
    }

    private int attemptsToLock() {
        return listening
                .database
                .query("SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE 'SELECT pg_try_advisory_lock%'"
                        + " AND datname = current_database()")
                .iterator()
                .next()
                .getInteger(0);
    }

    @Test
    void ofTwoReplicasOneWorksAndTheOtherTakesOverWhenItLosesItsSession() {
        // Given: the first one holds the chain and sleeps, the second one asks for it all the time
        node.serve(trunk(5));
        Replica first = listening.start(node.url(), Options.from(1).pause(NEVER));
        awaitSent(5);
        await().until(() -> listening.ledger("CANONICAL").size() == 6);
        Replica second = listening.start(node.url(), Options.from(1));
        await().atMost(SOON).until(() -> attemptsToLock() >= 1);
        node.serve(trunk(8));
        await().during(Duration.ofMillis(500))
                .atMost(SOON)
                .until(() -> listening.blocks().size() == 5);
        assertThat(first.holds()).isTrue();
        assertThat(second.holds()).isFalse();
        assertThat(listening.holders()).hasSize(1);

        // When
        listening.terminate(listening.holders().getFirst());

        // Then
        awaitSent(8);
        assertThat(second.holds()).isTrue();
        assertThat(listening.holders()).hasSize(1);
    }

    @Test
    void severalBusyReplicasSendEveryBlockOnce() {
        // Given
        node.serve(trunk(1));
        List<Replica> replicas = LongStream.range(0, 3)
                .mapToObj(_ -> listening.start(node.url(), Options.from(1).pause(Duration.ofMillis(5))))
                .toList();

        // When
        for (long head = 2; head <= 40; head++) {
            node.serve(trunk(head));
            long reached = head;
            await().atMost(SOON).until(() -> listening.blocks().size() >= reached);
        }

        // Then
        awaitSent(40);
        assertThat(replicas.stream().filter(Replica::holds)).hasSize(1);
    }

    @Test
    void aReplicaThatStopsFreesTheChainAtOnce() {
        // Given
        node.serve(trunk(5));
        Replica first = listening.start(node.url(), Options.from(1).pause(NEVER));
        awaitSent(5);
        listening.start(node.url(), Options.from(1));
        node.serve(trunk(7));

        // When
        first.flow().close();

        // Then
        awaitSent(7);
        assertThat(first.holds()).isFalse();
    }

    @Test
    void aHolderThatLosesItsSessionWhileItWaitsForTheBrokerStopsWaiting() {
        // Given: the holder is in the middle of a publish that cannot succeed
        node.serve(trunk(2));
        Replica replica = listening.start(node.url(), Options.from(1).pause(NEVER));
        awaitSent(2);
        await().until(() -> listening.ledger("CANONICAL").size() == 3);
        replica.flow().close();
        listening.redis.stop();
        node.serve(trunk(4));
        Replica waiting = listening.start(node.url(), Options.from(1));
        await().atMost(SOON).until(waiting::holds);
        int holder = listening.holders().getFirst();

        // When
        listening.terminate(holder);

        // Then: it notices, and begins anew with a session of its own
        await().atMost(SOON)
                .until(() -> waiting.count("listener_transient_errors_total", "error_kind", "message_processing") >= 1);
        await().atMost(SOON)
                .until(() ->
                        listening.holders().size() == 1 && !listening.holders().contains(holder));
        listening.redis.start();
        await().atMost(SOON).until(() -> listening.ledger("CANONICAL").size() == 5);
    }

    @Test
    void aHolderCutOffInTheMiddleOfACommitHasCommittedNothingWhenAnotherGoesOn() throws Exception {
        // Given: the first one's commit of block 3 hangs on the server
        node.serve(trunk(2));
        Replica first = listening.start(node.url(), Options.from(1));
        awaitSent(2);
        await().until(() -> listening.ledger("CANONICAL").size() == 3);
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread locker = Thread.ofVirtual()
                .start(() -> listening.database.inTransaction(session -> {
                    session.query("LOCK TABLE blocks IN SHARE MODE");
                    locked.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return null;
                }));
        locked.await();
        node.serve(trunk(3));
        await().atMost(SOON).until(() -> listening.blocks().size() == 3);
        int hanging = listening.holders().getFirst();

        // When: it leaves, and its statement is still waiting on the server
        first.flow().close();
        Replica second = listening.start(node.url(), Options.from(1));

        // Then: as long as that statement may still take effect, nobody else holds the chain
        assertThat(listening.holders()).containsExactly(hanging);
        assertThat(second.holds()).isFalse();
        release.countDown();
        locker.join();
        await().atMost(SOON).until(second::holds);
        await().atMost(SOON).until(() -> listening.ledger("CANONICAL").size() == 4);
        node.serve(trunk(4));
        await().atMost(SOON).until(() -> listening.ledger("CANONICAL").size() == 5);
        assertThat(ConsumerView.of(listening.blocks())).hasSize(4);
    }
}
