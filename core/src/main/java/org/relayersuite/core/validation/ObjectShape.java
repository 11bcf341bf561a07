package org.relayersuite.core.validation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JSON object that has all of {@code fields}.
 *
 * @param fields in the order in which absent ones are told
 * @param closed whether other keys are refused; if not, they are ignored
 * @param meaning makes the domain's type of an object whose fields keep their rules
 * @param rules about the object as a whole, asked only when its fields keep theirs
 */
record ObjectShape<T>(List<Field<?>> fields, boolean closed, Function<Map<?, ?>, T> meaning, List<Rule<T>> rules)
        implements Shape<T> {
    ObjectShape {
        fields = List.copyOf(fields);
        rules = List.copyOf(rules);
    }

    /** An object in which unknown keys are ignored. */
    static <T> ObjectShape<T> open(List<Field<?>> fields, Function<Map<?, ?>, T> meaning) {
        return new ObjectShape<>(fields, false, meaning, List.of());
    }

    /** An object in which unknown keys are refused. */
    static <T> ObjectShape<T> closed(List<Field<?>> fields, Function<Map<?, ?>, T> meaning) {
        return new ObjectShape<>(fields, true, meaning, List.of());
    }

    /** The same shape with a rule about the object as a whole. */
    ObjectShape<T> with(Rule<T> rule) {
        return new ObjectShape<>(
                fields,
                closed,
                meaning,
                Stream.concat(rules.stream(), Stream.of(rule)).toList());
    }

    /** Wrong types and unknown keys first, in the order of the document; then absent keys, in the order of the fields. */
    @Override
    public Optional<Mismatch> mismatch(Object json) {
        if (!(json instanceof Map<?, ?> object)) {
            return Shape.wrongType("an object", json);
        }
        return object.entrySet().stream()
                .map(entry -> mismatch(entry.getKey(), entry.getValue()))
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> absentKey(object));
    }

    private Optional<Mismatch> mismatch(Object key, Object value) {
        for (Field<?> field : fields) {
            if (field.name().equals(key)) {
                return field.shape().mismatch(value).map(mismatch -> mismatch.under(field.name()));
            }
        }
        return closed ? Optional.of(unknownKey()) : Optional.empty();
    }

    private Mismatch unknownKey() {
        // The key itself is the client's own text, which no issue repeats.
        return new Mismatch.WrongType(new FieldIssue(
                "",
                "Must have no other keys than "
                        + fields.stream().map(Field::name).collect(Collectors.joining(", "))));
    }

    private Optional<Mismatch> absentKey(Map<?, ?> object) {
        return fields.stream()
                .map(Field::name)
                .filter(name -> !object.containsKey(name))
                .findFirst()
                .map(Mismatch.MissingKey::new);
    }

    @Override
    public Stream<FieldIssue> issues(Object json) {
        Map<?, ?> object = (Map<?, ?>) json;
        List<FieldIssue> ofFields =
                fields.stream().flatMap(field -> field.issues(object)).toList();
        if (!ofFields.isEmpty() || rules.isEmpty()) {
            return ofFields.stream();
        }
        T value = read(json);
        return rules.stream().flatMap(rule -> rule.issueOf(value).stream()).map(issue -> new FieldIssue("", issue));
    }

    @Override
    public T read(Object json) {
        return meaning.apply((Map<?, ?>) json);
    }
}
