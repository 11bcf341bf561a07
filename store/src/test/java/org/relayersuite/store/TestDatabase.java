package org.relayersuite.store;

import io.vertx.core.Vertx;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** A fresh, migrated database with what the code under test needs to use it. */
public final class TestDatabase implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Database database = Database.open(vertx, TestPostgres.freshDatabase());
    private Notifications notifications;

    public Database database() {
        return database;
    }

    /** Started on first use: most tests wake nobody. */
    public synchronized Notifications notifications() {
        if (notifications == null) {
            notifications = new Notifications(database);
        }
        return notifications;
    }

    @Override
    public void close() {
        if (notifications != null) {
            notifications.close();
        }
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
