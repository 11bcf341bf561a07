package org.relayersuite.intake.retryafter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.TestConfig;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestLane;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.request.WaitingRequests;
import org.relayersuite.store.sql.Database;

class DrainRatesIT {
    private static final RequestKind BUSY = RequestKind.INPUT_PROOF;
    private static final RequestKind IDLE = RequestKind.PUBLIC_DECRYPT;
    private static final HttpConfig CONFIG = TestConfig.http(Map.of(
            "relayer.http.drain-rate-interval", "0.1S", "relayer.http.retry-after.transactions-per-second", "1"));

    private final TestDatabase test = new TestDatabase();
    private final Database database = test.database();
    private final RetryAfterSettings settings = RetryAfterSettings.of(CONFIG.retryAfter());
    private final DrainRates rates = new DrainRates(new WaitingRequests(database), () -> settings, CONFIG);

    @AfterEach
    void stop() {
        rates.stop(new ShutdownEvent());
        test.close();
    }

    @Test
    void theRateOfABusyQueueIsMeasuredAndNothingIsSaidOfAnIdleOne() {
        // Given a backlog of one kind, of which one has its transaction already
        TestLane lane = new TestLane(database, "main");
        List<Long> backlog = new ArrayList<>();
        for (int number = 1; number <= 30; number++) {
            backlog.add(TestRequests.insert(database, BUSY, number));
        }
        lane.bind(BUSY, backlog.removeFirst());

        // When nothing more is sent, then the queue stands still
        rates.start(new StartupEvent());
        await().untilAsserted(() -> assertThat(rates.perSecond(BUSY)).hasValue(0.0));

        // And when some are sent, and always more wait, then it has a rate
        await().until(() -> {
            lane.bind(BUSY, backlog.removeFirst());
            return rates.perSecond(BUSY).orElse(0) > 0 || backlog.size() < 5;
        });
        assertThat(rates.perSecond(BUSY).orElseThrow()).isPositive();
        assertThat(rates.perSecond(IDLE)).isEmpty();
    }

    @Test
    void aLookThatFailsIsMadeUpForByTheNextOne() {
        // Given a database whose table is out of reach for a while
        TestRequests.insert(database, BUSY, 1);
        database.query("ALTER TABLE lane_transaction RENAME TO lane_transaction_elsewhere");
        rates.start(new StartupEvent());

        // When it is back
        assertThat(rates.perSecond(BUSY)).isEmpty();
        database.query("ALTER TABLE lane_transaction_elsewhere RENAME TO lane_transaction");
        TestLane lane = new TestLane(database, "main");
        lane.bind(BUSY, TestRequests.insert(database, BUSY, 2));

        // Then
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(rates.perSecond(BUSY)).isPresent());
    }
}
