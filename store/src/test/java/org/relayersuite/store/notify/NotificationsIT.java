package org.relayersuite.store.notify;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.store.TestDatabase;

class NotificationsIT {
    private final TestDatabase test = new TestDatabase();
    private final AtomicInteger wakeUps = new AtomicInteger();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void wakesSubscribersOfTheChannelInEveryProcess() {
        // Given a listener of another process
        try (Notifications elsewhere = new Notifications(test.database())) {
            elsewhere.subscribe(Channel.DISPATCH, wakeUps::incrementAndGet);
            await().until(() -> wakeUps.get() > 0 || listeners() == 1);
            int before = wakeUps.get();

            // When
            test.notifications().send(Channel.DISPATCH);

            // Then
            await().until(() -> wakeUps.get() > before);
        }
    }

    @Test
    void wakesItsSubscribersAfterItsConnectionWasLost() {
        // Given a listener whose connection the server ends
        test.notifications().subscribe(Channel.ENDED, wakeUps::incrementAndGet);
        await().until(() -> listeners() == 1);
        int before = wakeUps.get();
        test.database()
                .query(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'");

        // When, Then: what was notified in between may be lost, so it wakes them when it listens again
        await().until(() -> wakeUps.get() > before);
    }

    private long listeners() {
        return test.database()
                .query(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")
                .iterator()
                .next()
                .getLong(0);
    }
}
