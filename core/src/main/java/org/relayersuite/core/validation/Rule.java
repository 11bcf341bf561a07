package org.relayersuite.core.validation;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Something that must hold for a value of the right shape.
 *
 * @param <J> the JSON value in Java
 */
@FunctionalInterface
interface Rule<J> {

    /** Returns the issue when {@code value} breaks this rule. */
    Optional<String> issueOf(J value);

    /** A rule that is broken, with the text {@code issue}, by every value that {@code holds} does not hold for. */
    static <J> Rule<J> of(Predicate<J> holds, String issue) {
        return value -> holds.test(value) ? Optional.empty() : Optional.of(issue);
    }

    /** As this rule, and {@code next} only when this one is kept: one issue at most. */
    default Rule<J> then(Rule<J> next) {
        return value -> issueOf(value).or(() -> next.issueOf(value));
    }

    /** Applies this rule to a part of a larger value. */
    default <P> Rule<P> on(Function<P, J> part) {
        return value -> issueOf(part.apply(value));
    }
}
