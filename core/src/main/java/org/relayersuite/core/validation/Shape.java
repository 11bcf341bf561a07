package org.relayersuite.core.validation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a JSON value must be: its type, the rules that it must keep, and what it then means. Problems are named by their
 * path from the value itself; the empty path is the value.
 *
 * @param <T> the domain's type
 */
sealed interface Shape<T> permits TextShape, ListShape, ObjectShape, WholeShape {

    /** Returns why {@code json} is of another type, so that no rule can be asked: the first reason in the document. */
    Optional<Mismatch> mismatch(Object json);

    /** The broken rules of {@code json}, in which {@link #mismatch} found nothing. */
    Stream<FieldIssue> issues(Object json);

    /** The meaning of {@code json}, which has neither mismatch nor issue. */
    T read(Object json);

    /** Why a value has not its shape. */
    sealed interface Mismatch {

        /** The same mismatch as seen from the object or list that has the value at {@code step}. */
        Mismatch under(String step);

        /** Another JSON type, or a key that does not belong there. */
        record WrongType(FieldIssue issue) implements Mismatch {
            @Override
            public Mismatch under(String step) {
                return new WrongType(issue.under(step));
            }
        }

        /** None of several allowed types: reported for the document as a whole, as malformed. */
        record NoneOfTheTypes() implements Mismatch {
            @Override
            public Mismatch under(String step) {
                return this;
            }
        }

        /** An object lacks the key at the end of {@code path}. */
        record MissingKey(String path) implements Mismatch {
            @Override
            public Mismatch under(String step) {
                return new MissingKey(FieldIssue.path(step, path));
            }
        }

        /** An object inside a {@link WholeShape} lacks {@code key}: told without its path. */
        record MissingInnerKey(String key) implements Mismatch {
            @Override
            public Mismatch under(String step) {
                return this;
            }
        }
    }

    static Optional<Mismatch> wrongType(String expected, Object json) {
        return Optional.of(new Mismatch.WrongType(new FieldIssue("", "Must be " + expected + ", not " + nameOf(json))));
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
