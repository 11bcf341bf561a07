package org.relayersuite.store.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeySecretTest {
    private static final SecureRandom RANDOM = new SecureRandom();

    @Test
    void whatIsMadeCanBeReadAgainAndHasTheSameHash() {
        ApiKeySecret made = ApiKeySecret.random(RANDOM);

        ApiKeySecret read = ApiKeySecret.read(made.reveal()).orElseThrow();

        assertThat(read.hash()).isEqualTo(made.hash());
        assertThat(ApiKeySecret.random(RANDOM).hash()).isNotEqualTo(made.hash());
    }

    @Test
    void theHashIsSha256OfTheText() {
        // Given a digest computed with sha256sum
        String text = "rk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

        assertThat(ApiKeySecret.read(text).orElseThrow().hash())
                .hasToString("0xf09559e766f61996b6306a064fff75a4e32b0b3c6642ba0a9640cdd908f70863");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rk_",
                "key",
                "rk_AAAA",
                "RK_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "rk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "rk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+",
                " rk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void whatHasNotTheFormIsNoKey(String text) {
        assertThat(ApiKeySecret.read(text)).isEmpty();
    }

    @Test
    void itIsNotToldByAccident() {
        ApiKeySecret secret = ApiKeySecret.random(RANDOM);

        assertThat("" + secret).doesNotContain(secret.reveal().substring(3));
    }
}
