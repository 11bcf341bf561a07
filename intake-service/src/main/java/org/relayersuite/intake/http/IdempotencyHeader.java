package org.relayersuite.intake.http;

import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;

/** The header {@code Idempotency-Key} (spec/relayer.md 0.4). */
public final class IdempotencyHeader {
    private static final String HEADER = "Idempotency-Key";
    private static final Pattern VISIBLE = Pattern.compile("[!-~]{1,255}");

    private IdempotencyHeader() {}

    /** The key that a request carries, if any. */
    public static Parsed<Optional<String>> of(RoutingContext http) {
        return of(http.request().headers().getAll(HEADER));
    }

    static Parsed<Optional<String>> of(List<String> values) {
        if (values.isEmpty()) {
            return new Parsed.Value<>(Optional.empty());
        }
        if (values.size() > 1) {
            return refused("Must not be repeated");
        }
        return VISIBLE.matcher(values.getFirst()).matches()
                ? new Parsed.Value<>(Optional.of(values.getFirst()))
                : refused("Must be 1 to 255 visible ASCII characters");
    }

    private static Parsed<Optional<String>> refused(String issue) {
        return new Parsed.Refused<>(new Invalid(
                ErrorLabel.VALIDATION_FAILED,
                "The idempotency key is not valid",
                List.of(new FieldIssue(HEADER, issue))));
    }
}
