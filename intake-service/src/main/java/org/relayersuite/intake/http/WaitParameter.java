package org.relayersuite.intake.http;

import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;

/** The query parameter {@code wait} of a poll (spec/relayer.md 0.9). */
public final class WaitParameter {
    private static final String NAME = "wait";
    private static final Pattern ONE_TO_THIRTY = Pattern.compile("[1-9]|[12][0-9]|30");

    private static final Parsed<Duration> REFUSED = new Parsed.Refused<>(new Invalid(
            ErrorLabel.VALIDATION_FAILED,
            "The time to wait is not valid",
            List.of(new FieldIssue(NAME, "Must be one whole number of seconds, 1 to 30"))));

    private WaitParameter() {}

    /** How long a request's answer may be held; zero when it does not say. */
    public static Parsed<Duration> of(RoutingContext http) {
        return of(http.queryParam(NAME));
    }

    static Parsed<Duration> of(List<String> values) {
        if (values.isEmpty()) {
            return new Parsed.Value<>(Duration.ZERO);
        }
        return values.size() == 1 && ONE_TO_THIRTY.matcher(values.getFirst()).matches()
                ? new Parsed.Value<>(Duration.ofSeconds(Integer.parseInt(values.getFirst())))
                : REFUSED;
    }
}
