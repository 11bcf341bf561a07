package org.relayersuite.intake.keyurl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.host.HostNode;
import org.relayersuite.intake.MovableClock;

class KeyUrlsTest {
    private static final Duration MAX_AGE = Duration.ofMinutes(5);

    private final HostNode node = new HostNode();
    private final MovableClock clock = new MovableClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void itIsFreshFromTheFirstAnswerUntilNobodyConfirmsItForTooLong() {
        // Given
        KeyUrls keys = keys("");
        KeyUrlPoller poller = keys.poller().orElseThrow();
        assertThat(keys.fresh()).contains(false);

        // When / Then
        poller.run();
        assertThat(keys.fresh()).contains(true);

        node.down(true);
        clock.advance(MAX_AGE);
        poller.run();
        assertThat(keys.fresh()).contains(true);
        assertThat(age()).isEqualTo(MAX_AGE.toSeconds());

        clock.advance(Duration.ofMillis(1));
        assertThat(keys.fresh()).contains(false);

        node.down(false);
        poller.run();
        assertThat(keys.fresh()).contains(true);
        assertThat(age()).isZero();
        assertThat(registry.get("relayer_keyurl_poll_failures_total").counter().count())
                .isEqualTo(1);
    }

    @Test
    void whereNothingIsConfiguredNothingIsPolledAndNothingCanBeStale() {
        KeyUrls keys = keys("generation address chain-id urls");

        assertThat(keys.poller()).isEmpty();
        assertThat(keys.fresh()).isEmpty();
        assertThat(registry.find("relayer_keyurl_age").meters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "generation",
                "address",
                "chain-id",
                "urls",
                "generation address",
                "chain-id urls",
                "address chain-id urls"
            })
    void aPartOfTheConfigurationIsRefused(String missing) {
        assertThatThrownBy(() -> keys(missing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("are needed together")
                .hasMessageNotContaining("127.0.0.1");
    }

    private double age() {
        return registry.get("relayer_keyurl_age").timeGauge().value(TimeUnit.SECONDS);
    }

    /** @param missing what is not configured */
    private KeyUrls keys(String missing) {
        List<String> absent = List.of(missing.split(" "));
        KeyUrlConfig config = new KeyUrlConfig() {
            @Override
            public Optional<String> kmsGenerationAddress() {
                return Optional.of(HostNode.KMS_GENERATION.toString()).filter(value -> !absent.contains("generation"));
            }

            @Override
            public Duration pollInterval() {
                return Duration.ofSeconds(12);
            }

            @Override
            public Duration maxAge() {
                return MAX_AGE;
            }
        };
        ProtocolConfigConfig host = new ProtocolConfigConfig() {
            @Override
            public OptionalLong chainId() {
                return absent.contains("chain-id") ? OptionalLong.empty() : OptionalLong.of(HostNode.CHAIN_ID);
            }

            @Override
            public Optional<List<URI>> ethereumHttpRpcUrls() {
                return Optional.of(List.of(node.url())).filter(value -> !absent.contains("urls"));
            }

            @Override
            public Optional<String> address() {
                return Optional.of(HostNode.PROTOCOL_CONFIG.toString()).filter(value -> !absent.contains("address"));
            }

            @Override
            public Duration requestTimeout() {
                return Duration.ofSeconds(10);
            }
        };
        return new KeyUrls(config, host, new UnboundedReads(), registry, clock);
    }
}
