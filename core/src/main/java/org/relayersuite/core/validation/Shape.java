package org.relayersuite.core.validation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON type that a field must have, before any rule looks at its value.
 *
 * @param <J> what the JSON value is in Java
 */
sealed interface Shape<J> {

    /** Returns why {@code json} has not this shape. */
    Optional<Mismatch> mismatch(Object json);

    /** Returns {@code json}, which {@link #mismatch} found to be of this shape, in its Java type. */
    J read(Object json);

    /** Why a value has not its shape. */
    sealed interface Mismatch {
        /** Another JSON type; {@code issue} says which one was expected. */
        record WrongType(String issue) implements Mismatch {}

        /** None of several allowed types: reported for the document as a whole, as malformed. */
        record NoneOfTheTypes() implements Mismatch {}

        /** A nested object lacks a key. */
        record MissingKey(String key) implements Mismatch {}
    }

    /** A JSON string. */
    record Text() implements Shape<String> {
        @Override
        public Optional<Mismatch> mismatch(Object json) {
            return json instanceof String ? Optional.empty() : wrongType("a string", json);
        }

        @Override
        public String read(Object json) {
            return (String) json;
        }
    }

    /** A JSON string or a JSON number; a number is read as its text, so that the same rules serve both. */
    record TextOrNumber() implements Shape<String> {
        @Override
        public Optional<Mismatch> mismatch(Object json) {
            return json instanceof String || json instanceof BigInteger || json instanceof BigDecimal
                    ? Optional.empty()
                    : Optional.of(new Mismatch.NoneOfTheTypes());
        }

        @Override
        public String read(Object json) {
            // toString, never toPlainString: 1e999999999 would be written out digit by digit.
            return json.toString();
        }
    }

    /** A JSON array whose elements have all one shape. */
    record ListOf<E>(Shape<E> element) implements Shape<List<E>> {
        @Override
        public Optional<Mismatch> mismatch(Object json) {
            return json instanceof List<?> list
                    ? list.stream()
                            .flatMap(item -> element.mismatch(item).stream())
                            .findFirst()
                    : wrongType("a list", json);
        }

        @Override
        public List<E> read(Object json) {
            return ((List<?>) json).stream().map(element::read).toList();
        }
    }

    /** A JSON object that has strings under all of {@code keys}; other keys are ignored. */
    record TextObject(List<String> keys) implements Shape<Map<String, String>> {
        @Override
        public Optional<Mismatch> mismatch(Object json) {
            if (!(json instanceof Map<?, ?> object)) {
                return wrongType("an object", json);
            }
            Text text = new Text();
            return object.keySet().stream()
                    .filter(keys::contains)
                    .flatMap(key -> text.mismatch(object.get(key)).stream())
                    .findFirst()
                    .or(() -> keys.stream()
                            .filter(key -> !object.containsKey(key))
                            .map(Mismatch.MissingKey::new)
                            .map(Mismatch.class::cast)
                            .findFirst());
        }

        @Override
        public Map<String, String> read(Object json) {
            Map<String, String> texts = new HashMap<>();
            keys.forEach(key -> texts.put(key, (String) ((Map<?, ?>) json).get(key)));
            return texts;
        }
    }

    private static Optional<Mismatch> wrongType(String expected, Object json) {
        return Optional.of(new Mismatch.WrongType("Must be " + expected + ", not " + nameOf(json)));
    }

    private static String nameOf(Object json) {
        if (json == null) {
            return "null";
        }
        if (json instanceof String) {
            return "a string";
        }
        if (json instanceof Boolean) {
            return "a boolean";
        }
        if (json instanceof List) {
            return "a list";
        }
        return json instanceof Map ? "an object" : "a number";
    }
}
