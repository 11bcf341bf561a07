package org.relayersuite.intake.admin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Map;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.access.AdminCopy;
import org.relayersuite.store.access.AdminLedger;
import org.relayersuite.store.access.RuntimeSettings;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** Makes the settings that operators change, and this pod's copy of them. */
@ApplicationScoped
public class AdminBeans {

    @Produces
    @Singleton
    RuntimeSettings runtimeSettings(Database database, Notifications notifications) {
        return new RuntimeSettings(database, notifications);
    }

    @Produces
    @Singleton
    AdminCopy<Map<Setting, BigDecimal>> copy(
            RuntimeSettings settings, Database database, Notifications notifications, HttpConfig config) {
        AdminCopy<Map<Setting, BigDecimal>> copy = new AdminCopy<>(
                "settings",
                () -> AdminLedger.version(database),
                () -> SettingValues.known(settings.all()),
                config.adminRefresh());
        notifications.subscribe(Channel.ADMIN, copy::wake);
        return copy;
    }

    void close(@Disposes AdminCopy<Map<Setting, BigDecimal>> copy) {
        copy.close();
    }

    @Produces
    @Singleton
    SettingValues settingValues(HttpConfig config, AdminCopy<Map<Setting, BigDecimal>> copy) {
        return new SettingValues(config.retryAfter(), copy);
    }
}
