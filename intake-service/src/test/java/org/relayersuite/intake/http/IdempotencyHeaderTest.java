package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;

class IdempotencyHeaderTest {

    @Test
    void aRequestNeedsNoKey() {
        assertThat(IdempotencyHeader.of(List.of())).isEqualTo(new Parsed.Value<>(Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "!", "~", "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"", "a,b;c=d"})
    void everyVisibleCharacterMayStandInAKey(String key) {
        assertThat(IdempotencyHeader.of(List.of(key))).isEqualTo(new Parsed.Value<>(Optional.of(key)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\tb", "a\u007f", "a\u0000", "é", "\u00a0", "키"})
    void whatIsNotVisibleAsciiIsRefused(String key) {
        assertRefused(List.of(key), "Must be 1 to 255 visible ASCII characters");
    }

    @Test
    void aKeyEndsAfter255Characters() {
        assertThat(IdempotencyHeader.of(List.of("k".repeat(255))))
                .isEqualTo(new Parsed.Value<>(Optional.of("k".repeat(255))));
        assertRefused(List.of("k".repeat(256)), "Must be 1 to 255 visible ASCII characters");
    }

    @Test
    void aRepeatedHeaderIsRefusedEvenWithTheSameKey() {
        assertRefused(List.of("a", "a"), "Must not be repeated");
    }

    private static void assertRefused(List<String> values, String issue) {
        assertThat(IdempotencyHeader.of(values))
                .isEqualTo(new Parsed.Refused<>(new Invalid(
                        ErrorLabel.VALIDATION_FAILED,
                        "The idempotency key is not valid",
                        List.of(new FieldIssue("Idempotency-Key", issue)))));
    }
}
