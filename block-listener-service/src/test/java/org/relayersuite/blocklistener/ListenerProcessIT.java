package org.relayersuite.blocklistener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.Listening.Entry;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.broker.TestRedis;

class ListenerProcessIT {
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final Map<String, String> FROM_ONE = Map.of(
            "LISTENER_BLOCKCHAIN_STRATEGY_BLOCK_START_ON_FIRST_START",
            "1",
            "LISTENER_BLOCKCHAIN_STRATEGY_LOOP_DELAY",
            "50ms");

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

    private ListenerProcess launch(String redisUrl, Map<String, String> more) {
        // The key in the path and the user info stand for the credentials that real URLs carry.
        String rpc = "http://user:rpc-secret@127.0.0.1:" + node.url().getPort() + "/v3/key-secret";
        return new ListenerProcess(listening.databaseSettings, redisUrl, rpc, more);
    }

    private static int status(ListenerProcess process, String path, boolean authenticated) {
        return process.get(path, authenticated)
                .map(response -> response.statusCode())
                .orElse(0);
    }

    @Test
    void theServicePublishesTellsItsStateAndStopsWhenTold() {
        // Given
        node.serve(trunk(5));
        try (ListenerProcess process = launch(listening.redisUrl(), FROM_ONE)) {
            // When
            await().atMost(SOON).until(() -> listening.blocks().size() == 5);

            // Then
            await().atMost(SOON).until(() -> status(process, "/q/health/ready", false) == 200);
            assertThat(status(process, "/q/health/live", false)).isEqualTo(200);
            assertThat(process.get("/livez", false).orElseThrow().body()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(process.get("/readyz", false).orElseThrow().body()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(status(process, "/q/metrics", false)).isEqualTo(401);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(process.get("/q/metrics", true)
                                    .orElseThrow()
                                    .body())
                            .contains("listener_db_tip_block_number{chain_id=\"31337\"")
                            .containsPattern("listener_db_tip_block_number\\{[^}]*} 5.0")
                            .containsPattern("listener_reorgs_total\\{[^}]*} 0.0")
                            .containsPattern("listener_chain_held\\{[^}]*} 1.0")
                            .containsPattern("broker_messages_published_total\\{[^}]*new-event[^}]*} 5.0")
                            .containsPattern("listener_rpc_requests_total\\{[^}]*eth_getBlockReceipts[^}]*} 5.0"));
            assertThat(process.terminate()).isIn(0, 143);
            assertThat(process.output)
                    .noneMatch(line -> line.contains("secret"))
                    .anyMatch(line -> line.contains("\"message\":\"Block published chainId=31337 blockNumber=1 ")
                            && line.contains("\"network\":\"fake\""));
        }
        assertThat(listening.holders()).isEmpty();
    }

    @Test
    void aKilledServiceIsReplacedWithoutALostBlock() {
        // Given
        node.serve(trunk(30));
        try (ListenerProcess first = launch(listening.redisUrl(), FROM_ONE)) {
            await().atMost(SOON).until(() -> !listening.blocks().isEmpty());
            first.kill();
        }
        node.serve(trunk(60));

        // When
        try (ListenerProcess second = launch(listening.redisUrl(), FROM_ONE)) {
            await().atMost(SOON).until(() -> listening.ledger("CANONICAL").size() == 61);
            assertThat(second.isAlive()).isTrue();
        }

        // Then
        assertThat(ConsumerView.of(listening.blocks()))
                .isEqualTo(trunk(60).subList(1, 61).stream()
                        .map(block -> block.hash().toString())
                        .toList());
        assertThat(listening.blocks()).extracting(Entry::flow).containsOnly("LIVE");
    }

    @Test
    void withoutItsBrokerTheServiceIsLiveAndSaysWhyItIsNotReady() {
        // Given
        node.serve(trunk(5));
        String nowhere = "redis://:redis-secret@127.0.0.1:" + TestRedis.freePort();
        try (ListenerProcess process = launch(nowhere, FROM_ONE)) {
            // Then
            await().atMost(SOON).until(() -> status(process, "/q/health/live", false) == 200);
            await().atMost(SOON).until(() -> status(process, "/q/health/ready", false) == 503);
            assertThat(process.get("/q/health/ready", false).orElseThrow().body())
                    .contains("no answer from the broker")
                    .doesNotContain("secret");
            assertThat(status(process, "/livez", false)).isEqualTo(200);
            assertThat(status(process, "/readyz", false)).isEqualTo(503);
            assertThat(process.get("/readyz", false).orElseThrow().body())
                    .isEqualTo("{\"status\":\"error\",\"reason\":\"not ready\"}");
            assertThat(process.isAlive()).isTrue();
            assertThat(process.output).noneMatch(line -> line.contains("secret"));
        }
    }

    @Test
    void aWrongConfigurationEndsTheServiceWithItsReason() {
        // Given
        try (ListenerProcess process = launch("amqp://guest:redis-secret@127.0.0.1:5672", Map.of())) {
            // Then
            await().atMost(SOON).until(() -> !process.isAlive());
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(process.output)
                            .anyMatch(line -> line.contains("listener.broker.url is no URL of [redis, rediss]")));
            assertThat(process.output).noneMatch(line -> line.contains("secret"));
        }
    }
}
