package org.relayersuite.intake;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Bodies that are a valid one but for something, made with knowledge of its structure: at every place of the document,
 * everything that a decoder may trip over. The same seed makes the same bodies.
 */
final class Mutations {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Stands where raw text goes that a JSON library would not write. */
    private static final String MARK = "@@here@@";

    private static final int RANDOM_CASES = 2000;

    private final JsonNode valid;
    private final Random random;

    /** @param body a valid body */
    Mutations(Map<String, Object> body, long seed) {
        this.valid = JSON.valueToTree(body);
        this.random = new Random(seed);
    }

    /**
     * One bad body.
     *
     * @param name what was done to the valid one
     */
    record Mutation(String name, byte[] body) {
        @Override
        public String toString() {
            return name;
        }
    }

    Stream<Mutation> all() {
        return Stream.of(replaced(), structure(), truncated(), encoded(), flipped())
                .flatMap(cases -> cases);
    }

    /** Raw JSON, and what is almost JSON, for the place of any value. */
    private static Stream<Map.Entry<String, String>> hostile() {
        return Stream.of(
                        "null",
                        "true",
                        "false",
                        "0",
                        "-0",
                        "-1",
                        "1.5",
                        "1e999999999",
                        "-1e-999999999",
                        "1e2147483648",
                        "18446744073709551615",
                        "18446744073709551616",
                        "-9223372036854775809",
                        "0x10",
                        "01",
                        "+1",
                        "NaN",
                        "[]",
                        "{}",
                        "[[]]",
                        "[null]",
                        "[{}]",
                        "{\"\":null}",
                        "{\"a\":{\"b\":[{\"c\":1}]}}",
                        "",
                        ",",
                        ":",
                        "\"\"",
                        "\" \"",
                        "\"0x\"",
                        "\"0X00\"",
                        "\"0x0\"",
                        "\"0xzz\"",
                        "\"00\"",
                        "\"0x00\"",
                        "\"-1\"",
                        "\"+5\"",
                        "\"1_0\"",
                        "\"1e3\"",
                        "\" 8009\"",
                        "\"8009\\n\"",
                        "\"\\u0000\"",
                        "\"\\ud800\"",
                        "\"\\udc00\\ud800\"",
                        "\"\\uD83D\\uDE00\"",
                        "\"\u0663\u0664\"",
                        "\"\uff11\uff12\"",
                        "\"0x\uff11\uff12\"",
                        "\"\u202e\"",
                        "\"' OR 1=1 --\"",
                        "\"%s%n${jndi:ldap://x}\"",
                        "\"\\x\"",
                        "\"unfinished")
                .map(raw -> Map.entry(raw, raw));
    }

    /** As {@link #hostile}, where the name cannot be the text. */
    private static Stream<Map.Entry<String, String>> large() {
        return Stream.of(
                Map.entry("a number of 100,000 digits", "9".repeat(100_000)),
                Map.entry("a text of 100,000 digits", '"' + "9".repeat(100_000) + '"'),
                Map.entry("a fraction of 100,000 digits", "0." + "1".repeat(100_000)),
                Map.entry("hex of 2 MiB without prefix", '"' + "a".repeat(2_000_000) + '"'),
                Map.entry("hex of 2 MiB", "\"0x" + "a".repeat(2_000_000) + '"'),
                Map.entry(
                        "10,000 handles",
                        "[" + "\"0x%s\",".formatted("1".repeat(64)).repeat(9_999) + "\"0x" + "1".repeat(64) + "\"]"),
                Map.entry("10,000 objects", "[" + "{},".repeat(9_999) + "{}]"),
                Map.entry(
                        "10,000 keys",
                        IntStream.range(0, 10_000)
                                .mapToObj("\"%d\":1"::formatted)
                                .collect(Collectors.joining(",", "{", "}"))),
                Map.entry("lists 31 deep", "[".repeat(31) + "]".repeat(31)),
                Map.entry("lists 10,000 deep", "[".repeat(10_000) + "]".repeat(10_000)),
                Map.entry("objects 10,000 deep", "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000)),
                Map.entry("lists without end", "[".repeat(100_000)));
    }

    private Stream<Mutation> replaced() {
        return places().stream()
                .flatMap(place -> Stream.concat(hostile(), large())
                        .map(value -> new Mutation(
                                "%s is %s".formatted(place, value.getKey()), with(place, value.getValue()))));
    }

    /** Keys that are absent, twice there, or not known; lists that are longer. */
    private Stream<Mutation> structure() {
        return places().stream().flatMap(place -> {
            List<Mutation> cases = new ArrayList<>();
            JsonNode parent = valid.at(place.head() == null ? place : place.head());
            if (place.head() != null && parent instanceof ObjectNode) {
                String key = place.last().getMatchingProperty();
                String value = valid.at(place).toString();
                cases.add(new Mutation(place + " is absent", without(place)));
                cases.add(new Mutation(place + " is there twice", with(place, value + ",\"" + key + "\":" + value)));
                cases.add(new Mutation(
                        place + " is there twice, differently", with(place, value + ",\"" + key + "\":0")));
                cases.add(new Mutation(place + " has a neighbour", with(place, value + ",\"unknown\":[]")));
                cases.add(new Mutation(
                        place + " has a neighbour with a long key",
                        with(place, value + ",\"" + "k".repeat(300) + "\":1")));
                cases.add(new Mutation(place + " has a comma too many", with(place, value + ",")));
            }
            if (place.head() != null && parent instanceof ArrayNode) {
                String value = valid.at(place).toString();
                cases.add(new Mutation(place + " 10,000 times", with(place, (value + ",").repeat(9_999) + value)));
                cases.add(new Mutation(place + " and null", with(place, value + ",null")));
            }
            return cases.stream();
        });
    }

    private Stream<Mutation> truncated() {
        byte[] whole = bytes(valid);
        return IntStream.range(0, whole.length)
                .mapToObj(length -> new Mutation("the first " + length + " bytes", Arrays.copyOf(whole, length)));
    }

    private Stream<Mutation> encoded() {
        String text = new String(bytes(valid), StandardCharsets.UTF_8);
        Stream<Mutation> charsets = Stream.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "IBM1047")
                .map(name -> new Mutation(name, text.getBytes(Charset.forName(name))));
        Stream<Mutation> around = Stream.of(
                        "\ufeff" + text, text + text, text + "x", text + "\u0000", "\u0000" + text, "[" + text + "]")
                .map(changed ->
                        new Mutation("around: " + changed.substring(0, 2), changed.getBytes(StandardCharsets.UTF_8)));
        byte[][] invalid = {
            {(byte) 0x80},
            {(byte) 0xff},
            {(byte) 0xc0, (byte) 0xaf},
            {(byte) 0xe2, (byte) 0x82},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}
        };
        Stream<Mutation> broken = places().stream()
                .filter(place -> valid.at(place).isTextual())
                .flatMap(place ->
                        Stream.of(invalid).map(bytes -> new Mutation(place + " is no UTF-8", spliced(place, bytes))));
        return Stream.of(charsets, around, broken).flatMap(cases -> cases);
    }

    /** Some bytes changed, removed or repeated at random. */
    private Stream<Mutation> flipped() {
        byte[] whole = bytes(valid);
        return IntStream.range(0, RANDOM_CASES).mapToObj(number -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int chance = 1 + random.nextInt(40);
            for (byte original : whole) {
                switch (random.nextInt(whole.length) < chance ? random.nextInt(4) : -1) {
                    case 0 -> out.write(random.nextInt(256));
                    case 1 -> out.write(original ^ 1 << random.nextInt(8));
                    case 2 -> out.writeBytes(new byte[] {original, original});
                    case 3 -> {
                        // The byte is lost.
                    }
                    default -> out.write(original);
                }
            }
            return new Mutation("random change " + number, out.toByteArray());
        });
    }

    /** Every place of the document, the document itself first. */
    private List<JsonPointer> places() {
        List<JsonPointer> places = new ArrayList<>();
        collect(valid, JsonPointer.empty(), places);
        return places;
    }

    private static void collect(JsonNode node, JsonPointer place, List<JsonPointer> places) {
        places.add(place);
        node.properties().forEach(child -> collect(child.getValue(), place.appendProperty(child.getKey()), places));
        if (node.isArray()) {
            IntStream.range(0, node.size())
                    .forEach(index -> collect(node.get(index), place.appendIndex(index), places));
        }
    }

    private byte[] with(JsonPointer place, String raw) {
        return marked(place).replace('"' + MARK + '"', raw).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] spliced(JsonPointer place, byte[] raw) {
        String[] around = marked(place).split(MARK, 2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(around[0].getBytes(StandardCharsets.UTF_8));
        out.writeBytes(raw);
        out.writeBytes(around[1].getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private String marked(JsonPointer place) {
        if (place.matches()) {
            return '"' + MARK + '"';
        }
        JsonNode copy = valid.deepCopy();
        JsonNode parent = copy.at(place.head());
        if (parent instanceof ObjectNode object) {
            object.put(place.last().getMatchingProperty(), MARK);
        } else {
            ((ArrayNode) parent).set(place.last().getMatchingIndex(), MARK);
        }
        return copy.toString();
    }

    private byte[] without(JsonPointer place) {
        JsonNode copy = valid.deepCopy();
        ((ObjectNode) copy.at(place.head())).remove(place.last().getMatchingProperty());
        return bytes(copy);
    }

    private static byte[] bytes(JsonNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
