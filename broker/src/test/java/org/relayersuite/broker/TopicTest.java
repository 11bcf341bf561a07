package org.relayersuite.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTest {
    @Test
    void keeps_its_key_as_it_is() {
        assertThat(new Topic("indexer.new-event").key()).isEqualTo("indexer.new-event");
        assertThat(new Topic("x".repeat(256)).key()).hasSize(256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "a\u0000", "\u00e9"})
    void refuses_a_key_that_is_no_printable_word(String key) {
        assertThatThrownBy(() -> new Topic(key)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refuses_a_key_that_is_too_long() {
        assertThatThrownBy(() -> new Topic("x".repeat(257))).isInstanceOf(IllegalArgumentException.class);
    }
}
