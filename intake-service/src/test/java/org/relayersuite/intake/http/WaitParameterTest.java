package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;

class WaitParameterTest {

    @Test
    void aPollThatDoesNotSayIsNotHeld() {
        assertThat(WaitParameter.of(List.of())).isEqualTo(new Parsed.Value<>(Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 10, 19, 20, 29, 30})
    void oneToThirtySecondsAreTaken(int seconds) {
        assertThat(WaitParameter.of(List.of(Integer.toString(seconds))))
                .isEqualTo(new Parsed.Value<>(Duration.ofSeconds(seconds)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "31", "-1", "+5", "1.5", "05", "5s", "PT5S", "", " 5", "ten", "99999999999999999999", "٥"})
    void everythingElseIsRefused(String value) {
        assertRefused(List.of(value));
    }

    @Test
    void aRepeatedParameterIsRefused() {
        assertRefused(List.of("5", "5"));
    }

    private static void assertRefused(List<String> values) {
        assertThat(WaitParameter.of(values))
                .isEqualTo(new Parsed.Refused<>(new Invalid(
                        ErrorLabel.VALIDATION_FAILED,
                        "The time to wait is not valid",
                        List.of(new FieldIssue("wait", "Must be one whole number of seconds, 1 to 30")))));
    }
}
