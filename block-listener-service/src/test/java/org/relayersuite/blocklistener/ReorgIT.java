package org.relayersuite.blocklistener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.blocklistener.Listening.Entry;
import org.relayersuite.blocklistener.Listening.Options;
import org.relayersuite.blocklistener.Listening.Replica;
import org.relayersuite.blocklistener.block.BlockRef;

class ReorgIT {
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

    private static List<String> hashes(List<BlockRef> blocks) {
        return blocks.stream().map(block -> block.hash().toString()).toList();
    }

    private static List<String> named(JsonNode blocks) {
        List<String> hashes = new ArrayList<>();
        blocks.forEach(block -> hashes.add(block.get("block_hash").asText()));
        return hashes;
    }

    private void awaitView(List<BlockRef> chain) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(ConsumerView.of(listening.blocks())).isEqualTo(hashes(chain)));
    }

    private void awaitLedger(List<BlockRef> chain) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(listening.ledger("CANONICAL")).isEqualTo(hashes(chain)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aReorgIsWalkedBackAndTheConsumerHasTheChain(int depth) {
        // Given
        anvil.mine(10);
        Replica replica = listening.start(anvil.url(), Options.from(1));
        awaitLedger(anvil.chainFrom(0));
        List<BlockRef> before = anvil.chainFrom(1);
        int sent = listening.blocks().size();

        // When: as many other blocks take their place, and one more comes, by which it shows
        anvil.reorg(depth);
        anvil.mine(1);

        // Then
        awaitLedger(anvil.chainFrom(0));
        List<BlockRef> after = anvil.chainFrom(1);
        assertThat(after.get(10 - depth)).isNotEqualTo(before.get(10 - depth));
        assertThat(after.subList(0, 10 - depth)).isEqualTo(before.subList(0, 10 - depth));
        List<Entry> branch = listening.blocks().subList(sent, listening.blocks().size());
        assertThat(ConsumerView.of(listening.blocks())).isEqualTo(hashes(after));

        // The newest first and LIVE, then downwards.
        assertThat(branch)
                .extracting(Entry::hash)
                .isEqualTo(hashes(after.subList(10 - depth, 11).reversed()));
        assertThat(branch.getFirst().flow()).isEqualTo("LIVE");
        assertThat(branch.subList(1, branch.size()))
                .hasSize(depth)
                .allMatch(block -> block.flow().equals("REORGED"));

        // One notice names both branches.
        assertThat(listening.notices()).hasSize(1);
        JsonNode notice = listening.notices().getFirst().body();
        assertThat(notice.get("chain_id").asLong()).isEqualTo(TestAnvil.CHAIN_ID);
        assertThat(notice.get("common_ancestor").get("block_number").asLong()).isEqualTo(10 - depth);
        assertThat(notice.get("common_ancestor").get("block_hash").asText())
                .isEqualTo(anvil.block(10 - depth).hash().toString());
        assertThat(named(notice.get("orphaned"))).isEqualTo(hashes(before.subList(10 - depth, 10)));
        assertThat(named(notice.get("adopted"))).isEqualTo(hashes(after.subList(10 - depth, 11)));
        assertThat(listening.ledger("UNCLE")).isEqualTo(hashes(before.subList(10 - depth, 10)));
        assertThat(replica.count("listener_reorgs_total")).isOne();
    }

    @Test
    void afterAReorgTheChainIsFollowedUpwardsAgain() {
        // Given
        anvil.mine(6);
        listening.start(anvil.url(), Options.from(1));
        awaitLedger(anvil.chainFrom(0));
        anvil.reorg(3);
        anvil.mine(1);
        awaitLedger(anvil.chainFrom(0));
        int sent = listening.blocks().size();

        // When
        anvil.mine(4);

        // Then
        awaitView(anvil.chainFrom(1));
        assertThat(listening.blocks().subList(sent, listening.blocks().size()))
                .allMatch(block -> block.flow().equals("LIVE"))
                .extracting(Entry::number)
                .containsExactly(8L, 9L, 10L, 11L);
    }

    @Test
    void aReorgWhileTheListenerWasDownIsWalkedBackAtItsStart() {
        // Given
        anvil.mine(8);
        Replica first = listening.start(anvil.url(), Options.from(1));
        awaitLedger(anvil.chainFrom(0));
        first.flow().close();

        // When
        anvil.reorg(5);
        anvil.mine(20);
        listening.start(anvil.url(), Options.from(1));

        // Then
        awaitLedger(anvil.chainFrom(0));
        awaitView(anvil.chainFrom(1));
    }

    @Test
    void aReorgBelowTheFirstBlockReplacesWhatTheConsumerGotAndNothingMore() {
        // Given: the first block is 6
        anvil.mine(8);
        listening.start(anvil.url(), Options.from(6));
        awaitLedger(anvil.chainFrom(5));
        List<BlockRef> before = anvil.chainFrom(6);

        // When
        anvil.reorg(5);
        anvil.mine(1);

        // Then
        awaitLedger(anvil.chainFrom(5));
        awaitView(anvil.chainFrom(6));
        assertThat(listening.blocks()).extracting(Entry::number).allMatch(number -> number >= 6);
        JsonNode notice = listening.notices().getFirst().body();
        assertThat(named(notice.get("orphaned"))).isEqualTo(hashes(before));
        assertThat(named(notice.get("adopted"))).isEqualTo(hashes(anvil.chainFrom(6)));
    }
}
