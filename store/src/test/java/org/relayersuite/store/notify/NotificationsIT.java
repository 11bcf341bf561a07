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
            settle(elsewhere);
            elsewhere.subscribe(Channel.ENDED, wakeUps::incrementAndGet);

            // When
            test.notifications().send(Channel.ENDED);

            // Then
            await().until(() -> wakeUps.get() > 0);
        }
    }

    @Test
    void wakesItsSubscribersAfterItsConnectionWasLost() {
        // Given a listener whose connection the server ends
        settle(test.notifications());
        test.notifications().subscribe(Channel.ENDED, wakeUps::incrementAndGet);
        test.database().query("""
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()""");

        // When, Then: what was notified in between may be lost, so it wakes them when it listens again
        await().until(() -> wakeUps.get() > 0);
    }

    /** Waits until the listener hears, and has woken everybody for having connected. */
    private static void settle(Notifications listener) {
        AtomicInteger heard = new AtomicInteger();
        listener.subscribe(Channel.DISPATCH, heard::incrementAndGet);
        await().until(() -> {
            listener.send(Channel.DISPATCH);
            return heard.get() >= 3;
        });
    }
}
