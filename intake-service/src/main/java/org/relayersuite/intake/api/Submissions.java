package org.relayersuite.intake.api;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.core.validation.RequestForm;
import org.relayersuite.core.validation.RequestValidator;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.capacity.QueueCapacity;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.json.MalformedJsonException;
import org.relayersuite.intake.json.StrictJson;
import org.relayersuite.intake.ratelimit.Draws;
import org.relayersuite.intake.ratelimit.RateLimiter;
import org.relayersuite.intake.retryafter.QueueLengths;
import org.relayersuite.intake.retryafter.RetryAfter;
import org.relayersuite.store.request.Admission;
import org.relayersuite.store.request.IdempotencyKey;
import org.relayersuite.store.request.IdempotencyKeyReusedException;
import org.relayersuite.store.request.RequestIntake;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens behind a POST: a body becomes a request, a request becomes a job (spec/relayer.md 1.3). */
@Singleton
public final class Submissions {
    private static final Logger log = LoggerFactory.getLogger(Submissions.class);

    /** The owner of keys while clients are not told apart. */
    private static final String NOBODY = "";

    private static final double[] ETA_BUCKETS = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 2400};

    private final StrictJson json;
    private final RequestValidator validator;
    private final List<RequestCheck> checks;
    private final JobStates states;
    private final RequestIntake intake;
    private final QueueLengths queues;
    private final RetryAfter retryAfter;
    private final RateLimiter limiter;
    private final QueueCapacity capacity;
    private final Map<Endpoint, RequestForm> forms = new EnumMap<>(Endpoint.class);
    private final Map<RequestKind, DistributionSummary> estimates = new EnumMap<>(RequestKind.class);

    Submissions(
            StrictJson json,
            RequestValidator validator,
            @All List<RequestCheck> checks,
            JobStates states,
            RequestIntake intake,
            QueueLengths queues,
            RetryAfter retryAfter,
            RateLimiter limiter,
            QueueCapacity capacity,
            Clock clock,
            MeterRegistry metrics) {
        this.json = json;
        this.validator = validator;
        this.checks = List.copyOf(checks);
        this.states = states;
        this.intake = intake;
        this.queues = queues;
        this.retryAfter = retryAfter;
        this.limiter = limiter;
        this.capacity = capacity;
        for (Endpoint endpoint : Endpoint.values()) {
            forms.put(endpoint, endpoint.form(clock));
        }
        for (RequestKind kind : RequestKind.values()) {
            estimates.put(
                    kind,
                    DistributionSummary.builder("relayer_retry_after_raw_eta_seconds")
                            .description("Estimated time of a new request before margin and bounds")
                            .tag("req_type", kind.code())
                            .serviceLevelObjectives(ETA_BUCKETS)
                            .register(metrics));
        }
    }

    /**
     * Reads the body and lets the request in, unless an active or completed job has its content. The result of a
     * completed one is the answer when the client prefers it.
     */
    Answer submit(Submission submission) {
        Draws draws = limiter.draw(submission.caller());
        return draws.refusal().orElseGet(() -> read(submission, draws));
    }

    private Answer read(Submission submission, Draws draws) {
        Object document;
        try {
            document = json.read(submission.body());
        } catch (MalformedJsonException e) {
            log.debug("Body refused as malformed JSON", e);
            return draws.tell(Answer.problem(ErrorLabel.MALFORMED_JSON, "The body is not well-formed JSON"));
        }
        Optional<IdempotencyKey> key = submission.idempotencyKey().map(text -> key(submission, text, document));
        try {
            // Before all checks: a request may be repeated until long after its validity, or while nobody can be asked.
            return key.flatMap(taken -> intake.jobOf(submission.endpoint().path(), taken))
                    .flatMap(first -> known(submission, first))
                    .map(draws::tell)
                    .orElseGet(() -> check(submission, draws, document, key));
        } catch (IdempotencyKeyReusedException e) {
            return draws.tell(Answer.problem(
                    ErrorLabel.IDEMPOTENCY_KEY_REUSED, "The idempotency key was sent before with another body"));
        }
    }

    private IdempotencyKey key(Submission submission, String text, Object document) {
        return new IdempotencyKey(submission.caller().owner().orElse(NOBODY), text, json.digest(document));
    }

    private Answer check(Submission submission, Draws draws, Object document, Optional<IdempotencyKey> key) {
        return switch (validator.validate(forms.get(submission.endpoint()), document)) {
            case Invalid invalid -> draws.tell(Answer.refused(invalid));
            case Valid valid ->
                refusalOf(valid.request())
                        .map(invalid -> draws.tell(Answer.refused(invalid)))
                        .orElseGet(() -> limit(submission, draws, valid.request(), key));
        };
    }

    private Answer limit(Submission submission, Draws before, RelayerRequest request, Optional<IdempotencyKey> key) {
        Draws draws = limiter.draw(before, request);
        return draws.refusal().orElseGet(() -> draws.tell(admit(submission, request, key)));
    }

    private Optional<Invalid> refusalOf(RelayerRequest request) {
        return checks.stream()
                .flatMap(check -> check.refusalOf(request).stream())
                .findFirst();
    }

    private Answer admit(Submission submission, RelayerRequest request, Optional<IdempotencyKey> key) {
        // Counted first: the request itself is not ahead of itself.
        long waiting = queues.waiting(request.kind());
        Duration estimate = retryAfter.estimate(request.kind(), waiting);
        long excess = capacity.excess(request.kind(), waiting);
        if (excess > 0 && !intake.stands(request)) {
            limiter.countFullQueue();
            return Answer.limited(
                    "Too many requests wait already", retryAfter.secondsUntilSent(request.kind(), excess));
        }
        Admission admission = intake.submit(
                request, submission.endpoint().path(), key, submission.caller().owner());
        estimates.get(request.kind()).record(estimate.toMillis() / 1000.0);
        if (admission.inserted()) {
            log.info(
                    "Request accepted jobId={} kind={}",
                    admission.jobId(),
                    request.kind().code());
        }
        Optional<Answer> before = admission.inserted() ? Optional.empty() : known(submission, admission.jobId());
        return before.orElseGet(() -> Answer.accepted(admission.jobId(), retryAfter.seconds(estimate)));
    }

    /** A job that was there before has its own place in the queue, or has its result. Empty once it is purged. */
    private Optional<Answer> known(Submission submission, UUID jobId) {
        return intake.find(submission.endpoint().kind(), jobId).map(job -> {
            Optional<Answer> stored = submission.preferences().representation()
                    ? job.result().map(result -> Answer.representation(job, result))
                    : Optional.empty();
            return stored.orElseGet(() -> Answer.accepted(jobId, states.retryAfter(job)));
        });
    }
}
