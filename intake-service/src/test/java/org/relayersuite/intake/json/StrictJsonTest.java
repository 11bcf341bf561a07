package org.relayersuite.intake.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    private final StrictJson json = new StrictJson();

    @Test
    void readsEveryTypeAsAPlainOneInTheOrderOfTheDocument() throws Exception {
        Object document = read("""
                {"z": "text", "y": 18446744073709551616, "x": 1.50, "w": [true, null], "v": {"u": 1}}""");

        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("z", "text");
        expected.put("y", BigInteger.TWO.pow(64));
        expected.put("x", new BigDecimal("1.50"));
        expected.put("w", Arrays.asList(true, null));
        expected.put("v", Map.of("u", BigInteger.ONE));
        assertThat(document).isEqualTo(expected).hasToString(expected.toString());
    }

    @Test
    void readsDocumentsThatAreNoObject() throws Exception {
        assertThat(read("null")).isNull();
        assertThat(read(" [] ")).isEqualTo(List.of());
        assertThat(read("\"\u00e9\"")).isEqualTo("\u00e9");
    }

    @Test
    void readsTextsAsLongAsTheBodyMayBe() throws Exception {
        String text = "a".repeat(2 * 1024 * 1024 - 2);

        assertThat(read('"' + text + '"')).isEqualTo(text);
    }

    @Test
    void readsUpToTheBoundsAndNoFurther() throws Exception {
        assertThat(read("[".repeat(32) + "]".repeat(32))).isInstanceOf(List.class);
        assertThat(read("9".repeat(100))).isInstanceOf(BigInteger.class);
        assertThat(read("{\"" + "k".repeat(256) + "\":1}")).isInstanceOf(Map.class);

        assertMalformed("[".repeat(33) + "]".repeat(33));
        assertMalformed("9".repeat(101));
        assertMalformed("{\"" + "k".repeat(257) + "\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "[1,]",
                "{} {}",
                "{}x",
                "tru",
                "NaN",
                "Infinity",
                "+1",
                "01",
                "1.",
                ".5",
                "[1e99999999999]",
                "1E-99999999999",
                "'a'",
                "\"a",
                "\"\\u12\"",
                "// c\n1",
                "/* c */ 1",
                "{\"a\":1,\"a\":2}",
                "[{\"a\":1,\"a\":1}]",
                "\ufeff1"
            })
    void refusesWhatIsNoJson(String text) {
        assertMalformed(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"\"", "[]", "{}", "null", "{\"a\":1}"})
    void readsNoDocumentOfVeryManySmallValues(String value) throws Exception {
        assertThat(read("[" + (value + ",").repeat(9_999) + value + "]")).isInstanceOf(List.class);

        assertMalformed("[" + (value + ",").repeat(99_999) + value + "]");
    }

    @Test
    void saysNothingAboutWhatItRefused() {
        assertThatThrownBy(() -> read("{\"signature\":\"5ec4e7\"")).hasMessage("malformed JSON");
    }

    private void assertMalformed(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(MalformedJsonException.class);
    }

    private Object read(String text) throws MalformedJsonException {
        return json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
