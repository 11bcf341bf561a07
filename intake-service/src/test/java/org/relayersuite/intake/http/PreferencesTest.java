package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreferencesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return=representation",
                "Return = representation",
                "return=\"representation\"",
                "respond-async, return=representation; charset=utf-8",
                "return=representation, return=minimal"
            })
    void findsThePreferenceInEveryNotation(String header) {
        assertThat(Preferences.of(List.of(header)).representation()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",;=,",
                "return",
                "return=",
                "return=minimal",
                "return=minimal, return=representation",
                "return=representations",
                "return=\"",
                "x-return=representation",
                "wait=10; return=representation"
            })
    void takesNothingElseForIt(String header) {
        assertThat(Preferences.of(List.of(header)).representation()).isFalse();
    }

    @Test
    void readsAllHeadersInTheirOrder() {
        assertThat(Preferences.of(List.of("wait=10", "return=representation")).representation())
                .isTrue();
        assertThat(Preferences.of(List.of("return=minimal", "return=representation"))
                        .representation())
                .isFalse();
        assertThat(Preferences.of(List.of()).representation()).isFalse();
    }
}
