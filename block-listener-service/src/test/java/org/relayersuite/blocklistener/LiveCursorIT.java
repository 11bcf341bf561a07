package org.relayersuite.blocklistener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.relayersuite.blocklistener.cursor.StartBlock;

class LiveCursorIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    private TestAnvil anvil;
    private Listening listening;

    @BeforeEach
    void start() throws Exception {
        anvil = TestAnvil.start();
        listening = new Listening();
    }

    @AfterEach
    void stop() throws Exception {
        listening.close();
        anvil.close();
    }

    private void awaitBlocks(int count) {
        await().atMost(SOON).until(() -> listening.blocks().size() >= count);
    }

    private static List<String> hashes(List<BlockRef> blocks) {
        return blocks.stream().map(block -> block.hash().toString()).toList();
    }

    @Test
    void everyBlockFromTheFirstToTheHeadIsOnTheStreamOnceAndLinked() {
        // Given: three ranges and a bit
        anvil.mine(64);

        // When
        Replica replica = listening.start(anvil.url(), Options.from(5).rangeSize(20));
        awaitBlocks(60);
        anvil.mine(3);
        awaitBlocks(63);

        // Then
        List<Entry> blocks = listening.blocks();
        assertThat(blocks).extracting(Entry::hash).isEqualTo(hashes(anvil.chainFrom(5)));
        assertThat(blocks)
                .extracting(Entry::number)
                .isEqualTo(LongStream.rangeClosed(5, 67).boxed().toList());
        assertThat(blocks).allMatch(block -> block.flow().equals("LIVE"));
        for (int i = 1; i < blocks.size(); i++) {
            assertThat(blocks.get(i).parent()).isEqualTo(blocks.get(i - 1).hash());
        }
        await().untilAsserted(() -> assertThat(listening.ledger("CANONICAL")).isEqualTo(hashes(anvil.chainFrom(4))));
        assertThat(listening.notices()).isEmpty();
        assertThat(replica.count("listener_cursor_iterations_total")).isGreaterThanOrEqualTo(4);
        await().until(() ->
                replica.registry().get("listener_db_tip_block_number").gauge().value() == 67);
        assertThat(replica.registry()
                        .get("listener_block_fetch_duration_seconds")
                        .timer()
                        .count())
                .isEqualTo(63);
    }

    @Test
    void aChainIsFollowedFromItsGenesis() {
        // Given
        anvil.mine(3);

        // When
        listening.start(anvil.url(), Options.from(0));
        awaitBlocks(4);

        // Then
        assertThat(listening.blocks()).extracting(Entry::hash).isEqualTo(hashes(anvil.chainFrom(0)));
    }

    @Test
    void aStartAtTheCurrentHeadPublishesTheHeadItself() {
        // Given
        anvil.mine(9);

        // When
        listening.start(anvil.url(), new Options(new StartBlock.Current(), 100, Duration.ofMillis(20)));
        awaitBlocks(1);
        anvil.mine(2);
        awaitBlocks(3);

        // Then
        assertThat(listening.blocks()).extracting(Entry::number).containsExactly(9L, 10L, 11L);
    }

    @Test
    void aFirstBlockThatDoesNotExistYetIsWaitedFor() {
        // Given
        anvil.mine(2);
        Replica replica = listening.start(anvil.url(), Options.from(4));
        await().until(() -> replica.count("listener_cursor_iterations_total") >= 3);
        assertThat(listening.blocks()).isEmpty();

        // When
        anvil.mine(3);
        awaitBlocks(2);

        // Then
        assertThat(listening.blocks()).extracting(Entry::number).containsExactly(4L, 5L);
    }

    @Test
    void aRestartGoesOnWhereTheLedgerEndsWhateverTheConfiguredStart() throws Exception {
        // Given
        anvil.mine(3);
        Replica first = listening.start(anvil.url(), Options.from(1));
        awaitBlocks(3);
        await().until(() -> listening.ledger("CANONICAL").size() == 4);
        first.flow().close();
        anvil.mine(2);

        // When
        listening.start(anvil.url(), Options.from(5));
        awaitBlocks(5);

        // Then
        assertThat(listening.blocks()).extracting(Entry::number).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void transactionsAndLogsAreWholeAndInOrder() {
        // Given
        anvil.mineWithTransfers(3);
        anvil.mineWithLog();

        // When
        listening.start(anvil.url(), Options.from(1));
        awaitBlocks(2);

        // Then
        Entry transfers = listening.blocks().get(0);
        assertThat(transfers.messageId())
                .isEqualTo(TestAnvil.CHAIN_ID + ":" + transfers.hash() + ":" + Listening.CONSUMER + ":LIVE");
        JsonNode list = transfers.body().get("transactions");
        assertThat(list).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(list.get(i).get("transaction_index").asInt()).isEqualTo(i);
            assertThat(list.get(i).get("from").asText()).isEqualTo(TestAnvil.FUNDED);
            assertThat(list.get(i).get("value").asText()).isEqualTo("0x1");
            assertThat(list.get(i).get("logs")).isEmpty();
        }
        JsonNode creation = listening.blocks().get(1).body().get("transactions").get(0);
        assertThat(creation.get("to").isNull()).isTrue();
        assertThat(creation.get("data").asText()).isEqualTo("0x602a60006000a100");
        assertThat(creation.get("logs")).hasSize(1);
        assertThat(creation.get("logs").get(0).get("topics").get(0).asText()).endsWith("2a");
        assertThat(creation.get("logs").get(0).get("log_index").asInt()).isZero();
    }

    @Test
    void aCrashBetweenPublishAndCommitRepeatsTheBlockAndLosesNone() throws Exception {
        // Given: the ledger cannot be written, so block 4 is published and its commit hangs
        anvil.mine(3);
        Replica first = listening.start(anvil.url(), Options.from(1));
        await().until(() -> listening.ledger("CANONICAL").size() == 4);
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
        anvil.mine(1);
        awaitBlocks(4);

        // When: the replica dies, on the server too
        int holder = listening.holders().getFirst();
        first.flow().close();
        listening.terminate(holder);
        release.countDown();
        locker.join();
        assertThat(listening.ledger("CANONICAL")).hasSize(4);
        anvil.mine(2);
        listening.start(anvil.url(), Options.from(1));
        awaitBlocks(7);

        // Then
        List<Entry> blocks = listening.blocks();
        assertThat(blocks).extracting(Entry::number).containsExactly(1L, 2L, 3L, 4L, 4L, 5L, 6L);
        assertThat(blocks.get(3).messageId()).isEqualTo(blocks.get(4).messageId());
        assertThat(ConsumerView.of(blocks)).isEqualTo(hashes(anvil.chainFrom(1)));
    }

    @Test
    void anOutageOfTheBrokerStopsTheChainAndLosesNothing() {
        // Given
        anvil.mine(2);
        listening.start(anvil.url(), Options.from(1));
        awaitBlocks(2);
        await().until(() -> listening.ledger("CANONICAL").size() == 3);

        // When
        listening.redis.stop();
        anvil.mine(3);
        await().during(Duration.ofMillis(500))
                .until(() -> listening.ledger("CANONICAL").size() == 3);
        listening.redis.start();

        // Then
        awaitBlocks(3);
        assertThat(listening.blocks()).extracting(Entry::number).containsExactly(3L, 4L, 5L);
        await().until(() -> listening.ledger("CANONICAL").size() == 6);
    }
}
