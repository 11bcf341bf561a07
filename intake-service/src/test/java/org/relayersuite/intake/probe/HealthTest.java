package org.relayersuite.intake.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

    @ParameterizedTest
    @CsvSource({
        "true, , healthy, 200",
        "true, true, healthy, 200",
        "true, false, degraded, 200",
        "false, , unhealthy, 503",
        "false, true, unhealthy, 503",
        "false, false, unhealthy, 503"
    })
    void aStaleKeyUrlDegradesAndWhatIsNeededDecides(boolean database, Boolean keyUrl, String status, int httpStatus) {
        Health health = new Health(Map.of("database", database), Optional.ofNullable(keyUrl));

        assertThat(health.httpStatus()).isEqualTo(httpStatus);
        assertThat(health.body().status()).isEqualTo(status);
        assertThat(health.body().dependencies()).containsEntry("database", database ? "ok" : "fail");
        assertThat(Optional.ofNullable(health.body().dependencies().get("keyurl")))
                .isEqualTo(Optional.ofNullable(keyUrl).map(fresh -> fresh ? "ok" : "fail"));
    }
}
