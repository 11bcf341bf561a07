package org.relayersuite.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisSettingsTest {
    private static RedisSettings of(String url) {
        return new RedisSettings(URI.create(url), Duration.ofSeconds(5), Duration.ofMillis(100), Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({
        "redis://user:secret@broker.example:6380/2, broker.example:6380, false",
        "rediss://:secret@broker.example, broker.example:6379, true",
    })
    void namesTheEndpointAndNeverTheCredentials(String url, String endpoint, boolean tls) {
        // Given
        RedisSettings settings = of(url);

        // Then
        assertThat(settings.endpoint()).isEqualTo(endpoint);
        assertThat(settings.tls()).isEqualTo(tls);
        assertThat(settings.toString()).contains(endpoint).doesNotContain("secret", "user");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"amqp://:secret@host", "http://:secret@host", "//:secret@host", "redis:///", "redis:secret"})
    void refusesWhatIsNoRedisUrlWithoutRepeatingIt(String url) {
        assertThatThrownBy(() -> of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void refusesPausesThatShrink() {
        assertThatThrownBy(() -> new RedisSettings(
                        URI.create("redis://host"),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
