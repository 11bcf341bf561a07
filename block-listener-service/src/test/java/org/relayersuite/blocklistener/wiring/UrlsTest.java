package org.relayersuite.blocklistener.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlsTest {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Test
    void readsAUrl() {
        assertThat(Urls.parse("key", " https://user:secret@node:8545/v3/secret ", SCHEMES)
                        .getHost())
                .isEqualTo("node");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "node",
                "ws://node/secret",
                "http://node /secret",
                "http:///secret",
                "http://[secret",
                "\u0000secret"
            })
    void refusesAnythingElseWithoutRepeatingIt(String text) {
        assertThatThrownBy(() -> Urls.parse("listener.blockchain.rpc-urls", text, SCHEMES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("listener.blockchain.rpc-urls")
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }
}
