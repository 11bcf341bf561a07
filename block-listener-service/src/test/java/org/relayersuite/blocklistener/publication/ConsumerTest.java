package org.relayersuite.blocklistener.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerTest {
    @Test
    void streamsAreNamedByTheTrimmedIdAlone() {
        Consumer consumer = new Consumer("  indexer ");

        assertThat(consumer.id()).isEqualTo("indexer");
        assertThat(consumer.blocks().key()).isEqualTo("indexer.new-event");
        assertThat(consumer.reorgs().key()).isEqualTo("indexer.reorg-event");
    }

    @Test
    void anIdHasAtMost128Characters() {
        assertThat(new Consumer("x".repeat(128)).blocks().key()).hasSize(138);
        assertThatThrownBy(() -> new Consumer("x".repeat(129))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a b", "a\nb"})
    void anIdIsOnePrintableWord(String id) {
        assertThatThrownBy(() -> new Consumer(id).blocks()).isInstanceOf(IllegalArgumentException.class);
    }
}
