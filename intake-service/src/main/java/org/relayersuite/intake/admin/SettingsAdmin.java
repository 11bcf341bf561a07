package org.relayersuite.intake.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.store.access.RuntimeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells and changes the settings, with the bodies of spec/relayer.md 1.13. */
@Singleton
class SettingsAdmin {
    private static final Logger log = LoggerFactory.getLogger(SettingsAdmin.class);
    private static final Set<String> KNOWN = Set.of("name", "param", "value");

    private final RuntimeSettings settings;
    private final SettingValues values;
    private final JsonObjectReader json;

    SettingsAdmin(RuntimeSettings settings, SettingValues values, JsonObjectReader json) {
        this.settings = settings;
        this.values = values;
        this.json = json;
    }

    /** All values, and what may be set. */
    Answer list() {
        values.refresh();
        Map<String, Number> told = new TreeMap<>();
        for (Setting setting : Setting.values()) {
            if (setting.hasNominalValue() || values.isSet(setting)) {
                told.put(setting.camelCase(), setting.number(values.of(setting)));
            }
        }
        return Answer.of(
                200,
                new Listing(
                        told,
                        Arrays.stream(Setting.values()).map(Setting::parameter).toList()));
    }

    /** Sets one value for every pod. */
    Answer set(byte[] body, String actor) throws RefusedException {
        Map<?, ?> object = json.read(body, KNOWN);
        Setting setting = setting(object);
        BigDecimal value = setting.read(object.get("value"));
        refuseCrossedBounds(setting, value);
        settings.set(setting.code(), value, actor);
        values.refresh();
        log.info("Setting changed name={} value={} actor={}", setting.code(), value.toPlainString(), actor);
        return Answer.of(
                200,
                new Changed(
                        setting.code(), setting.number(value), setting.code() + " is now " + value.toPlainString()));
    }

    private static Setting setting(Map<?, ?> object) throws RefusedException {
        if (object.containsKey("name") == object.containsKey("param")) {
            throw new RefusedException("Either name or param says what to set");
        }
        Object name = object.containsKey("name") ? object.get("name") : object.get("param");
        return Optional.ofNullable(name)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .flatMap(Setting::ofCode)
                .orElseThrow(() -> new RefusedException("Known names are "
                        + String.join(
                                ", ",
                                Arrays.stream(Setting.values())
                                        .map(Setting::code)
                                        .toList())));
    }

    private void refuseCrossedBounds(Setting setting, BigDecimal value) throws RefusedException {
        values.refresh();
        BigDecimal min =
                setting == Setting.RETRY_AFTER_MIN_SECONDS ? value : values.of(Setting.RETRY_AFTER_MIN_SECONDS);
        BigDecimal max =
                setting == Setting.RETRY_AFTER_MAX_SECONDS ? value : values.of(Setting.RETRY_AFTER_MAX_SECONDS);
        boolean concerned = setting == Setting.RETRY_AFTER_MIN_SECONDS || setting == Setting.RETRY_AFTER_MAX_SECONDS;
        if (concerned && min.compareTo(max) > 0) {
            throw new RefusedException("retry_after_min_seconds would be above retry_after_max_seconds: "
                    + min.toPlainString() + " and " + max.toPlainString());
        }
    }

    record Listing(
            Map<String, Number> values,
            @JsonProperty("available_params") List<Setting.Parameter> availableParams) {}

    record Changed(String name, Number value, String message) {}
}
