package org.relayersuite.core.validation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A single value, which clients send as text.
 *
 * @param numberToo whether a JSON number is taken as well; it is read as its text, so that the same rules serve both
 * @param rules independent of each other: each may add an issue of its own
 * @param meaning turns a text that keeps all the rules into the domain's type
 */
record TextShape<T>(boolean numberToo, List<Rule<String>> rules, Function<String, T> meaning) implements Shape<T> {

    @Override
    public Optional<Mismatch> mismatch(Object json) {
        if (json instanceof String || numberToo && (json instanceof BigInteger || json instanceof BigDecimal)) {
            return Optional.empty();
        }
        return numberToo ? Optional.of(new Mismatch.NoneOfTheTypes()) : Shape.wrongType("a string", json);
    }

    @Override
    public Stream<FieldIssue> issues(Object json) {
        String text = text(json);
        return rules.stream().flatMap(rule -> rule.issueOf(text).stream()).map(issue -> new FieldIssue("", issue));
    }

    @Override
    public T read(Object json) {
        return meaning.apply(text(json));
    }

    private static String text(Object json) {
        // toString, never toPlainString: 1e999999999 would be written out digit by digit.
        return json.toString();
    }
}
