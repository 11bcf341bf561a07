package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.request.InternalJobId;
import org.relayersuite.core.validation.HostChains;
import org.relayersuite.core.validation.RequestForm;
import org.relayersuite.core.validation.RequestLimits;
import org.relayersuite.core.validation.RequestValidator;
import org.relayersuite.core.validation.Validation;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;
import org.relayersuite.intake.Mutations.Mutation;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.json.MalformedJsonException;
import org.relayersuite.intake.json.StrictJson;

/** Whatever bytes come, reading them ends in a request or in a refusal that can be told. */
class DecoderFuzzTest {
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_201);

    private final StrictJson json = new StrictJson();
    private final RequestValidator validator = new RequestValidator(
            new HostChains(Set.of(BigInteger.valueOf(8009), BigInteger.valueOf(9001))),
            new RequestLimits(Clock.systemUTC()));

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void everyBodyIsReadOrRefused(Endpoint endpoint) {
        RequestForm form = endpoint.form(Clock.systemUTC());
        Map<String, Integer> outcomes = new TreeMap<>();

        new Mutations(Bodies.of(endpoint.path()), SEED)
                .all()
                .forEach(mutation -> outcomes.merge(outcomeOf(form, mutation), 1, Integer::sum));

        // All ways to end were seen: the cases are neither all too broken nor all too good.
        assertThat(outcomes)
                .as("seed %d", SEED)
                .containsKeys("malformed", "missing_fields", "validation_failed", "valid");
        assertThat(outcomes.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(2_000);
    }

    private String outcomeOf(RequestForm form, Mutation mutation) {
        try {
            Validation validation = validator.validate(form, json.read(mutation.body()));
            return switch (validation) {
                case Valid valid -> {
                    // What a job needs of it can be made of it.
                    assertThat(InternalJobId.of(valid.request())).isNotNull();
                    yield "valid";
                }
                case Invalid invalid -> {
                    assertTellable(mutation, invalid);
                    yield invalid.label().code();
                }
            };
        } catch (MalformedJsonException e) {
            return "malformed";
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError("seed %d: %s".formatted(SEED, mutation), e);
        }
    }

    /** A refusal names a field and never repeats what the client sent, which may be megabytes. */
    private static void assertTellable(Mutation mutation, Invalid invalid) {
        assertThat(invalid.label().httpStatus()).as(mutation.name()).isEqualTo(400);
        assertThat(invalid.message()).as(mutation.name()).isNotBlank().hasSizeLessThan(300);
        assertThat(invalid.details()).as(mutation.name()).hasSizeLessThan(20).allSatisfy(issue -> {
            assertThat(issue.field()).isNotBlank().hasSizeLessThan(300);
            assertThat(issue.issue()).isNotBlank().hasSizeLessThan(300);
        });
    }
}
