package org.relayersuite.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.relayersuite.chain.rpc.ScriptedNode.batch;
import static org.relayersuite.chain.rpc.ScriptedNode.result;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The quota of endpoints within the client; the client's own clock is real here. */
class RpcQuotaTest {
    private static final long CHAIN = 31337;
    /** So slow that no test sees a second request. */
    private static final double ONE_A_DAY = 1.0 / Duration.ofDays(1).toSeconds();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScriptedNode first = new ScriptedNode(CHAIN).on("eth_blockNumber", result("\"0x1\""));
    private final ScriptedNode second = new ScriptedNode(CHAIN).on("eth_blockNumber", result("\"0x2\""));

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private RpcClient client(Quota quota, ScriptedNode... nodes) {
        List<URI> endpoints = Stream.of(nodes).map(ScriptedNode::uri).toList();
        return new RpcClient(
                new RpcSettings(CHAIN, endpoints, Duration.ofSeconds(10), 4, 1 << 20, Optional.of(quota)),
                RpcMetrics.of(registry, CHAIN));
    }

    private static Quota quota(int burst) {
        return new Quota(ONE_A_DAY, burst, 0, Duration.ofHours(1));
    }

    private double rejections() {
        return registry.get("relayer_rpc_quota_rejections")
                .tag("chain_id", "31337")
                .counter()
                .count();
    }

    @Test
    void anEndpointWhoseQuotaIsUsedUpIsPassedOverWithoutBeingAsked() {
        // Given a quota that the check of the chain id uses up
        try (RpcClient client = client(quota(2), first, second)) {
            assertThat(client.request("eth_blockNumber").textValue()).isEqualTo("0x1");
            // When
            String answer = client.request("eth_blockNumber").textValue();
            // Then
            assertThat(answer).isEqualTo("0x2");
            assertThat(first.methods()).containsExactly("eth_chainId", "eth_blockNumber");
            assertThat(rejections()).isEqualTo(1);
        }
    }

    @Test
    void withoutAnotherEndpointTheRequestFailsAndIsNotSent() {
        try (RpcClient client = client(quota(1), first)) {
            assertThatThrownBy(() -> client.request("eth_blockNumber"))
                    .isInstanceOf(RpcTransportException.class)
                    .hasMessageContaining("quota")
                    .hasMessageNotContaining("secret");
            assertThat(first.methods()).containsExactly("eth_chainId");
        }
    }

    @Test
    void everyCallOfABatchCounts() {
        // Given
        first.on("batch", batch(call -> "{\"id\":" + call.path("id") + ",\"result\":\"0x1\"}"));
        RpcRequest request = RpcRequest.of("eth_blockNumber");
        // When / Then
        try (RpcClient client = client(quota(4), first)) {
            assertThat(client.batch(List.of(request, request))).hasSize(2);
            assertThatThrownBy(() -> client.batch(List.of(request, request)))
                    .isInstanceOf(RpcTransportException.class)
                    .hasMessageContaining("quota");
        }
    }

    @Test
    void waitsAreMeasured() {
        // Given a batch larger than the bucket
        first.on("batch", batch(call -> "{\"id\":" + call.path("id") + ",\"result\":\"0x1\"}"));
        // When
        try (RpcClient client = client(new Quota(1_000, 10, 1, Duration.ofSeconds(10)), first)) {
            assertThat(client.batch(Collections.nCopies(20, RpcRequest.of("eth_blockNumber"))))
                    .hasSize(20);
        }
        // Then
        assertThat(registry.get("relayer_rpc_quota_wait_duration").timer().count())
                .isPositive();
        assertThat(rejections()).isZero();
    }

    @Test
    void metersAreThereBeforeAnythingIsAsked() {
        RpcMetrics.of(registry, CHAIN);
        assertThat(rejections()).isZero();
        assertThat(registry.get("relayer_rpc_quota_wait_duration")
                        .tag("chain_id", "31337")
                        .timer()
                        .count())
                .isZero();
    }
}
