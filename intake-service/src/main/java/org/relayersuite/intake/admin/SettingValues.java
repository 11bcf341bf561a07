package org.relayersuite.intake.admin;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.access.AdminCopy;

/** The value of every setting now: what an operator set last, else what is configured. */
public final class SettingValues {
    private final Map<Setting, BigDecimal> configured;
    private final AdminCopy<Map<Setting, BigDecimal>> set;

    SettingValues(HttpConfig.RetryAfter config, AdminCopy<Map<Setting, BigDecimal>> set) {
        this.configured = configured(config);
        this.set = set;
    }

    private static Map<Setting, BigDecimal> configured(HttpConfig.RetryAfter config) {
        HttpConfig.NominalTimes times = config.nominalTimes();
        Map<Setting, BigDecimal> values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            values.put(
                    setting,
                    switch (setting) {
                        case INPUT_PROOF_THROTTLER_TPS, USER_DECRYPT_THROTTLER_TPS, PUBLIC_DECRYPT_THROTTLER_TPS ->
                            BigDecimal.valueOf(config.transactionsPerSecond());
                        case NOMINAL_READINESS_CHECK_SECONDS -> BigDecimal.valueOf(times.readinessCheckSeconds());
                        case NOMINAL_INPUT_PROOF_PROCESSING_SECONDS ->
                            BigDecimal.valueOf(times.inputProofProcessingSeconds());
                        case NOMINAL_USER_DECRYPT_PROCESSING_SECONDS ->
                            BigDecimal.valueOf(times.userDecryptProcessingSeconds());
                        case NOMINAL_PUBLIC_DECRYPT_PROCESSING_SECONDS ->
                            BigDecimal.valueOf(times.publicDecryptProcessingSeconds());
                        case NOMINAL_TX_CONFIRMATION_MS -> BigDecimal.valueOf(times.txConfirmationMs());
                        case RETRY_AFTER_MIN_SECONDS -> BigDecimal.valueOf(config.minSeconds());
                        case RETRY_AFTER_MAX_SECONDS -> BigDecimal.valueOf(config.maxSeconds());
                        case RETRY_AFTER_SAFETY_MARGIN -> BigDecimal.valueOf(config.safetyMargin());
                    });
        }
        return values;
    }

    /** The value of {@code setting} now. */
    public BigDecimal of(Setting setting) {
        return set.get().getOrDefault(setting, configured.get(setting));
    }

    /** Whether an operator ever set it. */
    public boolean isSet(Setting setting) {
        return set.get().containsKey(setting);
    }

    /** Reads what has changed before it returns. */
    void refresh() {
        set.refresh();
    }

    /** What of the database a pod keeps: names that it does not know are of another release. */
    static Map<Setting, BigDecimal> known(Map<String, BigDecimal> stored) {
        Map<Setting, BigDecimal> values = new EnumMap<>(Setting.class);
        stored.forEach((name, value) -> Setting.ofCode(name).ifPresent(setting -> values.put(setting, value)));
        return values;
    }

    /** What operators set, as of one moment. */
    Map<Setting, BigDecimal> set() {
        return set.get();
    }
}
