package org.relayersuite.intake.admin;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.retryafter.RetryAfterSettings;

/** The numbers that Retry-After is computed from: the configured ones, with what operators set in their place. */
public final class AdjustedRetryAfter implements Supplier<RetryAfterSettings> {
    private final RetryAfterSettings configured;
    private final SettingValues values;
    private volatile Adjusted last;

    /** Numbers, and the settings that they were made of. */
    private record Adjusted(Map<Setting, BigDecimal> set, RetryAfterSettings numbers) {}

    public AdjustedRetryAfter(RetryAfterSettings configured, SettingValues values) {
        this.configured = configured;
        this.values = values;
    }

    @Override
    public RetryAfterSettings get() {
        Map<Setting, BigDecimal> set = values.set();
        Adjusted present = last;
        // The copy is a new map after every change, and the same one between.
        if (present == null || present.set != set) {
            present = new Adjusted(set, adjusted());
            last = present;
        }
        return present.numbers;
    }

    private RetryAfterSettings adjusted() {
        int min = integer(Setting.RETRY_AFTER_MIN_SECONDS);
        return new RetryAfterSettings(
                min,
                // Two operators may have set them at the same moment, each well within the other's former bound.
                Math.max(min, integer(Setting.RETRY_AFTER_MAX_SECONDS)),
                values.of(Setting.RETRY_AFTER_SAFETY_MARGIN).doubleValue(),
                Map.of(
                        RequestKind.INPUT_PROOF, integer(Setting.INPUT_PROOF_THROTTLER_TPS),
                        RequestKind.PUBLIC_DECRYPT, integer(Setting.PUBLIC_DECRYPT_THROTTLER_TPS),
                        RequestKind.USER_DECRYPT, integer(Setting.USER_DECRYPT_THROTTLER_TPS)),
                configured.readinessConcurrency(),
                seconds(Setting.NOMINAL_READINESS_CHECK_SECONDS),
                Map.of(
                        RequestKind.INPUT_PROOF, seconds(Setting.NOMINAL_INPUT_PROOF_PROCESSING_SECONDS),
                        RequestKind.PUBLIC_DECRYPT, seconds(Setting.NOMINAL_PUBLIC_DECRYPT_PROCESSING_SECONDS),
                        RequestKind.USER_DECRYPT, seconds(Setting.NOMINAL_USER_DECRYPT_PROCESSING_SECONDS)),
                Duration.ofMillis(integer(Setting.NOMINAL_TX_CONFIRMATION_MS)),
                configured.backoff());
    }

    private Duration seconds(Setting setting) {
        return Duration.ofSeconds(integer(setting));
    }

    private int integer(Setting setting) {
        return values.of(setting).intValueExact();
    }
}
