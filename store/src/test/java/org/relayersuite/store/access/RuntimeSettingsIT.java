package org.relayersuite.store.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.store.TestDatabase;

class RuntimeSettingsIT {
    private final TestDatabase test = new TestDatabase();
    private final RuntimeSettings settings = new RuntimeSettings(test.database(), test.notifications());

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void theLastValueOfANameStandsAndWhatItWasIsWrittenDown() {
        // When
        settings.set("retry_after_min_seconds", new BigDecimal("2"), "ops");
        settings.set("retry_after_safety_margin", new BigDecimal("0.25"), "ops");
        settings.set("retry_after_min_seconds", new BigDecimal("3"), "ops");

        // Then
        assertThat(settings.all())
                .isEqualTo(Map.of(
                        "retry_after_min_seconds", new BigDecimal("3"),
                        "retry_after_safety_margin", new BigDecimal("0.25")));
        var last = test.database()
                .query("SELECT actor, action, subject, before ->> 'value' AS before, after ->> 'value' AS after"
                        + " FROM admin_audit ORDER BY id DESC LIMIT 1")
                .iterator()
                .next();
        assertThat(last.toJson().encode())
                .isEqualTo("{\"actor\":\"ops\",\"action\":\"setting_changed\",\"subject\":\"retry_after_min_seconds\","
                        + "\"before\":\"2\",\"after\":\"3\"}");
    }

    @Test
    void noVersionIsSeenBeforeWhatItStandsFor() throws Exception {
        // Given many changes at once
        int changes = 40;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = IntStream.range(0, changes)
                    .<Future<?>>mapToObj(n -> threads.submit(() -> settings.set("name_" + n, BigDecimal.ONE, "ops")))
                    .toList();

            // When versions and values are read meanwhile, the version first
            while (!writers.stream().allMatch(Future::isDone)) {
                long version = AdminLedger.version(test.database());

                // Then each version has at least as many values as there were changes
                assertThat(settings.all()).hasSizeGreaterThanOrEqualTo((int) version);
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertThat(AdminLedger.version(test.database())).isEqualTo(changes);
    }
}
