package org.relayersuite.core.validation;

import java.util.Map;
import java.util.stream.Stream;

/**
 * One required key of an object.
 *
 * @param name the JSON key
 * @param <T> the domain's type
 */
record Field<T>(String name, Shape<T> shape) {

    /** The issues of this field in {@code json}, which has it in its shape. */
    Stream<FieldIssue> issues(Map<?, ?> json) {
        return shape.issues(json.get(name)).map(issue -> issue.under(name));
    }

    /** The domain value of this field in {@code json}, which keeps all its rules. */
    T in(Map<?, ?> json) {
        return shape.read(json.get(name));
    }
}
