package org.relayersuite.core.validation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.validation.Shape.Mismatch;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

/** What the body of one endpoint must look like, and how it makes a request. */
public final class RequestForm {
    private static final String WHOLE_REQUEST = "request";

    private final ObjectShape<? extends RelayerRequest> body;

    RequestForm(ObjectShape<? extends RelayerRequest> body) {
        this.body = body;
    }

    /**
     * Reads {@code json} in the order that clients know: types of the keys that are there, as they stand in the
     * document, and only the first wrong one; then absent keys, only the first; then the rules of all fields.
     */
    public Validation read(Object json) {
        if (!(json instanceof Map)) {
            return Invalid.broken(List.of(new FieldIssue(WHOLE_REQUEST, "Must be a JSON object")));
        }
        Optional<Mismatch> mismatch = body.mismatch(json);
        if (mismatch.isPresent()) {
            return refusal(mismatch.get());
        }
        List<FieldIssue> issues = body.issues(json).map(RequestForm::named).toList();
        return issues.isEmpty() ? new Valid(body.read(json)) : Invalid.broken(issues);
    }

    private static Validation refusal(Mismatch mismatch) {
        return switch (mismatch) {
            // The reference names the generic "request" here in most cases; the key itself tells a client more.
            case Mismatch.WrongType wrong -> Invalid.broken(List.of(named(wrong.issue())));
            case Mismatch.NoneOfTheTypes _ ->
                new Invalid(ErrorLabel.MALFORMED_JSON, "The body is not the JSON of this endpoint", List.of());
            case Mismatch.MissingKey missing -> missing(missing.path());
            case Mismatch.MissingInnerKey missing -> missing(missing.key());
        };
    }

    private static FieldIssue named(FieldIssue issue) {
        return issue.field().isEmpty() ? issue.under(WHOLE_REQUEST) : issue;
    }

    private static Invalid missing(String key) {
        return new Invalid(
                ErrorLabel.MISSING_FIELDS,
                "A required field is missing",
                List.of(new FieldIssue(key, "Required but missing")));
    }
}
