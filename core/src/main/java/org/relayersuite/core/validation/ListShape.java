package org.relayersuite.core.validation;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A JSON array whose elements have all one shape. Of several bad elements only the first one is told, so that a long
 * list gets a short answer.
 */
record ListShape<T>(Shape<T> element, boolean mayBeEmpty) implements Shape<List<T>> {

    @Override
    public Optional<Mismatch> mismatch(Object json) {
        if (!(json instanceof List<?> list)) {
            return Shape.wrongType("a list", json);
        }
        return IntStream.range(0, list.size())
                .mapToObj(i -> element.mismatch(list.get(i)).map(mismatch -> mismatch.under(step(i))))
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public Stream<FieldIssue> issues(Object json) {
        List<?> list = (List<?>) json;
        if (list.isEmpty() && !mayBeEmpty) {
            return Stream.of(new FieldIssue("", "Must not be empty"));
        }
        return IntStream.range(0, list.size())
                .mapToObj(i -> element.issues(list.get(i))
                        .map(issue -> issue.under(step(i)))
                        .toList())
                .filter(issues -> !issues.isEmpty())
                .findFirst()
                .stream()
                .flatMap(List::stream);
    }

    @Override
    public List<T> read(Object json) {
        return ((List<?>) json).stream().map(element::read).toList();
    }

    private static String step(int index) {
        return "[" + index + "]";
    }
}
