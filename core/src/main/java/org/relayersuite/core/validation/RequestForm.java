package org.relayersuite.core.validation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.validation.Shape.Mismatch;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

/**
 * What the body of one endpoint must look like: required keys in the order in which absent ones are told, and how they
 * make a request. Unknown keys are ignored.
 */
public final class RequestForm {
    private static final String WHOLE_REQUEST = "request";

    private final List<Field<?, ?>> fields;
    private final Function<Map<?, ?>, RelayerRequest> request;

    RequestForm(List<Field<?, ?>> fields, Function<Map<?, ?>, RelayerRequest> request) {
        this.fields = List.copyOf(fields);
        this.request = request;
    }

    /**
     * Reads {@code json} in the order that clients know: types of the keys that are there, as they stand in the
     * document, and only the first wrong one; then absent keys, only the first; then the rules of all fields.
     */
    public Validation read(Object json) {
        if (!(json instanceof Map<?, ?> object)) {
            return invalid(new FieldIssue(WHOLE_REQUEST, "Must be a JSON object"));
        }
        Optional<Validation> unreadable = wrongShape(object).or(() -> absentKey(object));
        if (unreadable.isPresent()) {
            return unreadable.get();
        }
        List<FieldIssue> issues =
                fields.stream().flatMap(field -> field.issues(object).stream()).toList();
        return issues.isEmpty() ? new Valid(request.apply(object)) : invalid(issues.toArray(FieldIssue[]::new));
    }

    private Optional<Validation> wrongShape(Map<?, ?> object) {
        return object.keySet().stream()
                .flatMap(key -> fields.stream().filter(field -> field.name().equals(key)))
                .flatMap(
                        field -> field
                                .shape()
                                .mismatch(object.get(field.name()))
                                .map(mismatch -> refusal(field.name(), mismatch))
                                .stream())
                .findFirst();
    }

    private Optional<Validation> absentKey(Map<?, ?> object) {
        return fields.stream()
                .map(Field::name)
                .filter(name -> !object.containsKey(name))
                .findFirst()
                .map(RequestForm::missing);
    }

    private static Validation refusal(String field, Mismatch mismatch) {
        return switch (mismatch) {
            // The reference names the generic "request" here in most cases; the key itself tells a client more.
            case Mismatch.WrongType wrong -> invalid(new FieldIssue(field, wrong.issue()));
            case Mismatch.NoneOfTheTypes none ->
                new Invalid(ErrorLabel.MALFORMED_JSON, "The body is not the JSON of this endpoint", List.of());
            case Mismatch.MissingKey absent -> missing(absent.key());
        };
    }

    private static Invalid missing(String key) {
        return new Invalid(
                ErrorLabel.MISSING_FIELDS,
                "A required field is missing",
                List.of(new FieldIssue(key, "Required but missing")));
    }

    private static Invalid invalid(FieldIssue... issues) {
        return new Invalid(ErrorLabel.VALIDATION_FAILED, "The request is not valid", List.of(issues));
    }
}
