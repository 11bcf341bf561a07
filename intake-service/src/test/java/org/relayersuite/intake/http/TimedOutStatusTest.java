package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.TestConfig;

class TimedOutStatusTest {
    private static final String KEY = "relayer.http.timed-out-status";

    @Test
    void goesByTheClientByDefault() {
        TimedOutStatus status = new TimedOutStatus(TestConfig.http(Map.of()));

        assertThat(status.of(Optional.of("@fhevm/sdk"))).isEqualTo(503);
        assertThat(status.of(Optional.of("curl"))).isEqualTo(504);
        assertThat(status.of(Optional.empty())).isEqualTo(504);
    }

    @ParameterizedTest
    @ValueSource(ints = {503, 504})
    void isTheConfiguredOneForEveryClient(int configured) {
        TimedOutStatus status = new TimedOutStatus(TestConfig.http(Map.of(KEY, Integer.toString(configured))));

        assertThat(status.of(Optional.of("@fhevm/sdk"))).isEqualTo(configured);
        assertThat(status.of(Optional.empty())).isEqualTo(configured);
    }

    @Test
    void refusesToStartWithAnyOtherStatus() {
        assertThatThrownBy(() -> new TimedOutStatus(TestConfig.http(Map.of(KEY, "500"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(KEY);
    }
}
