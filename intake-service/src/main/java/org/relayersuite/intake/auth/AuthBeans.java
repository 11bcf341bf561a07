package org.relayersuite.intake.auth;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Map;
import org.relayersuite.core.Hash;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.access.AdminCopy;
import org.relayersuite.store.access.AdminLedger;
import org.relayersuite.store.access.ApiKey;
import org.relayersuite.store.access.ApiKeys;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** Makes the API keys, and this pod's copy of them. */
@ApplicationScoped
public class AuthBeans {

    @Produces
    @Singleton
    ApiKeys apiKeys(Database database, Notifications notifications) {
        return new ApiKeys(database, notifications);
    }

    @Produces
    @Singleton
    AdminCopy<Map<Hash, ApiKey>> copy(ApiKeys keys, Database database, Notifications notifications, HttpConfig config) {
        AdminCopy<Map<Hash, ApiKey>> copy =
                new AdminCopy<>("api-keys", () -> AdminLedger.version(database), keys::usable, config.adminRefresh());
        notifications.subscribe(Channel.ADMIN, copy::wake);
        return copy;
    }

    void close(@Disposes AdminCopy<Map<Hash, ApiKey>> copy) {
        copy.close();
    }

    @Produces
    @Singleton
    KeyRing keyRing(AdminCopy<Map<Hash, ApiKey>> copy, Clock clock) {
        return new KeyRing(copy, clock);
    }
}
