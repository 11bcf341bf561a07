package org.relayersuite.blocklistener.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerTest {
    @Test
    void streams_are_named_by_the_trimmed_id_alone() {
        Consumer consumer = new Consumer("  indexer ");

        assertThat(consumer.id()).isEqualTo("indexer");
        assertThat(consumer.blocks().key()).isEqualTo("indexer.new-event");
        assertThat(consumer.reorgs().key()).isEqualTo("indexer.reorg-event");
    }

    @Test
    void an_id_has_at_most_128_characters() {
        assertThat(new Consumer("x".repeat(128)).blocks().key()).hasSize(138);
        assertThatThrownBy(() -> new Consumer("x".repeat(129))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a b", "a\nb"})
    void an_id_is_one_printable_word(String id) {
        assertThatThrownBy(() -> new Consumer(id).blocks()).isInstanceOf(IllegalArgumentException.class);
    }
}
