package org.relayersuite.blocklistener.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.blocklistener.TestBlocks.fork;
import static org.relayersuite.blocklistener.TestBlocks.ref;

import org.junit.jupiter.api.Test;

class BlockRefTest {
    @Test
    void followsOnlyTheBlockItNamesAtTheHeightBelow() {
        BlockRef tip = ref('a', 10);

        assertThat(ref('a', 11).follows(tip)).isTrue();
        assertThat(ref('b', 11).follows(tip)).isFalse();
        assertThat(fork('b', 11, 'a').follows(tip)).isTrue();
        assertThat(ref('a', 12).follows(tip)).isFalse();
        assertThat(new BlockRef(12, ref('a', 12).hash(), tip.hash()).follows(tip))
                .isFalse();
        assertThat(tip.follows(tip)).isFalse();
    }
}
