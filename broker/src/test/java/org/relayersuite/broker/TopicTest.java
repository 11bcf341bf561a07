package org.relayersuite.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTest {
    @Test
    void keepsItsKeyAsItIs() {
        assertThat(new Topic("indexer.new-event").key()).isEqualTo("indexer.new-event");
        assertThat(new Topic("x".repeat(256)).key()).hasSize(256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "a\u0000", "\u00e9"})
    void refusesAKeyThatIsNoPrintableWord(String key) {
        assertThatThrownBy(() -> new Topic(key)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAKeyThatIsTooLong() {
        assertThatThrownBy(() -> new Topic("x".repeat(257))).isInstanceOf(IllegalArgumentException.class);
    }
}
