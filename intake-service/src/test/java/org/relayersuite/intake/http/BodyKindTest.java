package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyKindTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "APPLICATION/JSON",
                "application/problem+json",
                "application/x-www-form-urlencoded",
                "text/plain;charset=UTF-8",
                "application/octet-stream",
                "nonsense",
                "",
                ";"
            })
    void whatMayBeJsonIsRead(String contentType) {
        assertThat(BodyKind.isOther(contentType)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data; boundary=x",
                "Multipart/Mixed",
                "text/html",
                "text/xml; charset=utf-8",
                "application/xml",
                "application/soap+xml",
                "image/png",
                "text/css"
            })
    void whatNamesAnotherFormatIsNot(String contentType) {
        assertThat(BodyKind.isOther(contentType)).isTrue();
    }

    @Test
    void whatSaysNothingIsRead() {
        assertThat(BodyKind.isOther(null)).isFalse();
    }
}
