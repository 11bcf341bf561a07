package org.relayersuite.chain.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KmsStorageTest {

    @ParameterizedTest
    @CsvSource({
        "https://storage.example/kms-public,PUB-p1,https://storage.example/kms-public/PUB-p1",
        "https://storage.example/kms-public/,PUB-p1,https://storage.example/kms-public/PUB-p1",
        "https://storage.example/kms-public///,/PUB-p1/,https://storage.example/kms-public/PUB-p1",
        "https://storage.example/kms-public,'',https://storage.example/kms-public",
        "https://storage.example/kms-public/,/,https://storage.example/kms-public",
        "https://storage.example,a/b.c_d~e-f,https://storage.example/a/b.c_d~e-f",
        "https://storage.example/,x..y/..z,https://storage.example/x..y/..z",
        "HTTP://127.0.0.1:9000,p,HTTP://127.0.0.1:9000/p",
        "http://[::1]:9000/%20,p,http://[::1]:9000/%20/p"
    })
    void slashesAreWrittenOnceAndAnEmptyPrefixIsNoFolder(String url, String prefix, String folder) {
        assertThat(KmsStorage.of(url, prefix).folder()).isEqualTo(folder);
    }

    @Test
    void idsAreWrittenAs64HexDigitsWithoutPrefix() {
        KmsStorage storage = KmsStorage.of("https://storage.example", "PUB-p1");
        assertThat(storage.publicKeyUrl(HostNode.KEY))
                .isEqualTo("https://storage.example/PUB-p1/PublicKey/04" + "0".repeat(61) + "1");
        assertThat(storage.crsUrl(HostNode.CRS))
                .isEqualTo("https://storage.example/PUB-p1/CRS/05" + "0".repeat(61) + "1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "/",
                "storage.example",
                "//storage.example",
                "javascript:alert(1)",
                "javascript://storage.example/%0aalert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "ftp://storage.example",
                "s3://bucket",
                "http:",
                "http://",
                "https:///path",
                "https://user:password@storage.example",
                "https://storage.example/?a=b",
                "https://storage.example/#a",
                "https://storage.example/a b",
                "https://storage.example/\u00e9",
                "https://storage.example/\u202e",
                "https://storage.example/\"quoted\"",
                "https://storage.example/%zz",
                " https://storage.example",
                "https://storage.example\n"
            })
    void otherUrlsAreRefusedWithoutBeingRepeated(String url) {
        assertThatThrownBy(() -> KmsStorage.of(url, "PUB-p1"))
                .isInstanceOf(FheKeyUnavailableException.class)
                .hasMessage("the first KMS node's storage is no plain http or https URL");
    }

    static Stream<String> controlCharacters() {
        return Stream.iterate(0, code -> code <= 0x9f, code -> code + 1)
                .filter(Character::isISOControl)
                .map(Character::toString);
    }

    @ParameterizedTest
    @MethodSource("controlCharacters")
    void controlCharactersAreRefused(String control) {
        assertThatThrownBy(() -> KmsStorage.of("https://storage.example/a" + control + "b", "p"))
                .isInstanceOf(FheKeyUnavailableException.class);
        assertThatThrownBy(() -> KmsStorage.of("https://storage.example", "p" + control + "q"))
                .isInstanceOf(FheKeyUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"..", "../x", "x/../y", "x/..", ".", "x/./y", "a?b", "a#b", "a b", "a%2fb", "\u00e9", "a\\b"})
    void prefixesThatAreMoreThanFoldersAreRefused(String prefix) {
        assertThatThrownBy(() -> KmsStorage.of("https://storage.example", prefix))
                .isInstanceOf(FheKeyUnavailableException.class);
    }
}
