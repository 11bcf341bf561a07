package org.relayersuite.tx.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningKeyTest {
    /** The private key 1, whose address every secp256k1 library's tests know. */
    private static final String KEY = "0".repeat(63) + "1";

    private static final String ADDRESS = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";

    @TempDir
    Path folder;

    @Test
    void readsTheKeyFromTheConfiguration() {
        assertThat(SigningKey.signer(lane(Optional.of("0x" + KEY), Optional.empty()))
                        .address()
                        .toString())
                .isEqualTo(ADDRESS);
    }

    @Test
    void readsTheKeyFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), KEY + "\n");
        assertThat(SigningKey.signer(lane(Optional.empty(), Optional.of(file)))
                        .address()
                        .toString())
                .isEqualTo(ADDRESS);
    }

    @Test
    void refusesNoKeyAndTwoKeys() {
        assertThatThrownBy(() -> SigningKey.signer(lane(Optional.empty(), Optional.empty())))
                .hasMessageContaining("exactly one");
        assertThatThrownBy(() -> SigningKey.signer(lane(Optional.of(KEY), Optional.of(folder))))
                .hasMessageContaining("exactly one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadbeef", "0xzz", "00000000000000000000000000000000000000000000000000000000000000001"})
    void refusesWhatIsNoKeyWithoutShowingIt(String wrong) {
        assertThatThrownBy(() -> SigningKey.signer(lane(Optional.of(wrong), Optional.empty())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lane main")
                .hasNoCause()
                .hasMessageNotContaining(wrong);
    }

    private static TxConfig.Lane lane(Optional<String> key, Optional<Path> file) {
        return new TxConfig.Lane() {
            @Override
            public String name() {
                return "main";
            }

            @Override
            public Optional<String> privateKey() {
                return key;
            }

            @Override
            public Optional<Path> privateKeyFile() {
                return file;
            }

            @Override
            public Duration term() {
                return Duration.ofSeconds(5);
            }
        };
    }
}
