package org.relayersuite.intake.admin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Map;
import org.relayersuite.core.Hash;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.auth.KeyRing;
import org.relayersuite.store.access.AdminLedger;
import org.relayersuite.store.access.ApiKey;
import org.relayersuite.store.access.ApiKeys;
import org.relayersuite.store.access.RuntimeSettings;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** Makes what operators change, and this pod's copies of it. */
@ApplicationScoped
public class AdminBeans {

    @Produces
    @Singleton
    ApiKeys apiKeys(Database database, Notifications notifications) {
        return new ApiKeys(database, notifications);
    }

    @Produces
    @Singleton
    RuntimeSettings runtimeSettings(Database database, Notifications notifications) {
        return new RuntimeSettings(database, notifications);
    }

    @Produces
    @Singleton
    AdminCopy<Map<Hash, ApiKey>> keyCopy(
            ApiKeys keys, Database database, Notifications notifications, HttpConfig config) {
        AdminCopy<Map<Hash, ApiKey>> copy =
                new AdminCopy<>("api-keys", () -> AdminLedger.version(database), keys::usable, config.adminRefresh());
        notifications.subscribe(Channel.ADMIN, copy::wake);
        return copy;
    }

    void closeKeys(@Disposes AdminCopy<Map<Hash, ApiKey>> copy) {
        copy.close();
    }

    @Produces
    @Singleton
    AdminCopy<Map<Setting, BigDecimal>> settingsCopy(
            RuntimeSettings settings, Database database, Notifications notifications, HttpConfig config) {
        AdminCopy<Map<Setting, BigDecimal>> copy = new AdminCopy<>(
                "settings",
                () -> AdminLedger.version(database),
                () -> SettingValues.known(settings.all()),
                config.adminRefresh());
        notifications.subscribe(Channel.ADMIN, copy::wake);
        return copy;
    }

    void closeSettings(@Disposes AdminCopy<Map<Setting, BigDecimal>> copy) {
        copy.close();
    }

    @Produces
    @Singleton
    SettingValues settingValues(HttpConfig config, AdminCopy<Map<Setting, BigDecimal>> copy) {
        return new SettingValues(config.retryAfter(), copy);
    }

    @Produces
    @Singleton
    KeyRing keyRing(AdminCopy<Map<Hash, ApiKey>> copy, Clock clock) {
        return new KeyRing(copy, clock);
    }
}
