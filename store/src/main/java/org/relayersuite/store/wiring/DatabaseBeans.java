package org.relayersuite.store.wiring;

import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/** Opens the database once per process. */
@ApplicationScoped
public class DatabaseBeans {

    @Produces
    @Singleton
    Database database(Vertx vertx, DatabaseConfig config) {
        return Database.open(
                vertx, new DatabaseSettings(config.url(), config.username(), config.password(), config.poolSize()));
    }

    void closeDatabase(@Disposes Database database) {
        database.close();
    }

    @Produces
    @Singleton
    Notifications notifications(Database database) {
        return new Notifications(database);
    }

    void closeNotifications(@Disposes Notifications notifications) {
        notifications.close();
    }
}
