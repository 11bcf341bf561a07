package org.relayersuite.core.validation;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One required key of a form.
 *
 * @param name the JSON key
 * @param rules independent of each other: each may add an issue of its own
 * @param meaning turns a value that keeps all the rules into the domain's type
 * @param <J> the JSON value in Java
 * @param <T> the domain's type
 */
record Field<J, T>(String name, Shape<J> shape, List<Rule<J>> rules, Function<J, T> meaning) {

    /** The issues of this field in {@code json}, which has the field in its shape. */
    List<FieldIssue> issues(Map<?, ?> json) {
        J value = shape.read(json.get(name));
        return rules.stream()
                .flatMap(rule -> rule.issueOf(value).stream())
                .map(issue -> new FieldIssue(name, issue))
                .toList();
    }

    /** The domain value of this field in {@code json}, which keeps all its rules. */
    T in(Map<?, ?> json) {
        return meaning.apply(shape.read(json.get(name)));
    }
}
