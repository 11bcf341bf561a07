package org.relayersuite.blocklistener.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.failure.ErrorKind;
import org.relayersuite.blocklistener.failure.Verdict;
import org.relayersuite.broker.FailureKind;
import org.relayersuite.broker.Topic;
import org.relayersuite.chain.rpc.RpcObserver.Outcome;

class MetricsTest {
    private static final Topic TOPIC = new Topic("indexer.new-event");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ListenerMetrics listener = new ListenerMetrics(registry, 31_337);
    private final BrokerMetrics broker = new BrokerMetrics(registry, List.of(TOPIC), listener.publishErrors());
    private final RpcMetrics rpc = new RpcMetrics(registry, List.of(URI.create("http://user:secret@node:8545/key")));

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    @Test
    void everythingIsThereWithZeroBeforeAnythingHappened() {
        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .contains(
                        "listener_cursor_iterations_total",
                        "listener_reorgs_total",
                        "listener_publish_errors_total",
                        "listener_transient_errors_total",
                        "listener_permanent_errors_total",
                        "listener_db_tip_block_number",
                        "listener_chain_height_block_number",
                        "listener_chain_held",
                        "listener_block_fetch_duration_seconds",
                        "listener_range_fetch_duration_seconds",
                        "listener_rpc_request_duration_seconds",
                        "listener_rpc_requests_total",
                        "listener_rpc_errors_total",
                        "broker_messages_published_total",
                        "broker_publish_errors_total",
                        "broker_publish_duration_seconds");
        for (Meter meter : registry.getMeters()) {
            meter.measure()
                    .forEach(value -> assertThat(value.getValue())
                            .as(meter.getId().toString())
                            .isZero());
        }
        for (ErrorKind kind : ErrorKind.values()) {
            assertThat(count("listener_transient_errors_total", "chain_id", "31337", "error_kind", kind.label()))
                    .isZero();
            assertThat(count("listener_permanent_errors_total", "chain_id", "31337", "error_kind", kind.label()))
                    .isZero();
        }
    }

    @Test
    void everyEventMovesItsOwnMetric() {
        // When
        listener.passStarted();
        listener.reorged();
        listener.headRead(12);
        listener.tipAt(11);
        listener.holding(true);
        listener.attemptFailed(new BlockFetchException("x", null));
        listener.failed(new Verdict(ErrorKind.INVARIANT_VIOLATION, true));
        listener.fetched(Duration.ofMillis(20));
        listener.rangeWalked(Duration.ofMillis(30));
        broker.published(TOPIC, Duration.ofMillis(2));
        broker.attemptFailed(TOPIC, FailureKind.TIMEOUT);
        rpc.attempted("eth_blockNumber", "node:8545", Outcome.ANSWERED, Duration.ofMillis(1));
        rpc.attempted("eth_blockNumber", "node:8545", Outcome.THROTTLED, Duration.ofMillis(1));

        // Then
        assertThat(count("listener_cursor_iterations_total")).isOne();
        assertThat(count("listener_reorgs_total")).isOne();
        assertThat(registry.get("listener_chain_height_block_number").gauge().value())
                .isEqualTo(12);
        assertThat(registry.get("listener_db_tip_block_number").gauge().value()).isEqualTo(11);
        assertThat(registry.get("listener_chain_held").gauge().value()).isOne();
        assertThat(count("listener_transient_errors_total", "error_kind", "block_fetch"))
                .isOne();
        assertThat(count("listener_permanent_errors_total", "error_kind", "invariant_violation"))
                .isOne();
        assertThat(registry.get("listener_block_fetch_duration_seconds").timer().count())
                .isOne();
        assertThat(registry.get("listener_range_fetch_duration_seconds").timer().count())
                .isOne();
        assertThat(count("listener_publish_errors_total")).isOne();
        assertThat(count("broker_messages_published_total", "backend", "redis", "topic", "indexer.new-event"))
                .isOne();
        assertThat(count("broker_publish_errors_total", "error_kind", "timeout"))
                .isOne();
        assertThat(count("listener_rpc_requests_total", "method", "eth_blockNumber", "status", "success"))
                .isOne();
        assertThat(count("listener_rpc_requests_total", "method", "eth_blockNumber", "status", "error"))
                .isOne();
        assertThat(count("listener_rpc_errors_total", "method", "eth_blockNumber", "error_kind", "rate_limited"))
                .isOne();
    }

    @Test
    // The registry that Quarkus brings.
    @SuppressWarnings("deprecation")
    void exportedNamesAreThoseOfTheDashboards() {
        // Given
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ListenerMetrics metrics = new ListenerMetrics(prometheus, 1);
        new BrokerMetrics(prometheus, List.of(TOPIC), metrics.publishErrors());
        new RpcMetrics(prometheus, List.of(URI.create("http://node")));

        // When
        String exported = prometheus.scrape().replace(",}", "}");

        // Then
        assertThat(exported)
                .contains(
                        "listener_cursor_iterations_total{chain_id=\"1\"} 0.0",
                        "listener_block_fetch_duration_seconds_bucket{chain_id=\"1\",le=\"0.005\"} 0",
                        "listener_range_fetch_duration_seconds_count{chain_id=\"1\"} 0",
                        "broker_publish_duration_seconds_count{backend=\"redis\",topic=\"indexer.new-event\"} 0",
                        "listener_rpc_request_duration_seconds_count{endpoint=\"node\",method=\"eth_blockNumber\"} 0",
                        "listener_db_tip_block_number{chain_id=\"1\"} 0.0");
    }

    @Test
    void noLabelCarriesWhatStandsInAUrlBesideTheHost() {
        assertThat(registry.getMeters())
                .flatExtracting(meter -> meter.getId().getTags())
                .extracting(tag -> tag.getValue())
                .contains("node:8545")
                .noneMatch(value -> value.contains("secret") || value.contains("key"));
    }
}
