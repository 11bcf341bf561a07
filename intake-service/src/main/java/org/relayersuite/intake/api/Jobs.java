package org.relayersuite.intake.api;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.RequestForm;
import org.relayersuite.core.validation.RequestValidator;
import org.relayersuite.core.validation.Validation;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.Preferences;
import org.relayersuite.intake.http.TimedOutStatus;
import org.relayersuite.intake.json.MalformedJsonException;
import org.relayersuite.intake.json.StrictJson;
import org.relayersuite.intake.retryafter.QueueLengths;
import org.relayersuite.intake.retryafter.RetryAfter;
import org.relayersuite.store.request.Admission;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.RequestIntake;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens behind every endpoint: a body becomes a job, a job id becomes the job's state. */
@Singleton
public final class Jobs {
    private static final Logger log = LoggerFactory.getLogger(Jobs.class);

    /** {@code UUID.fromString} takes shorter groups, too: {@code 1-1-1-1-1}. */
    private static final Pattern CANONICAL_UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private static final double[] ETA_BUCKETS = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 2400};

    private final StrictJson json;
    private final RequestValidator validator;
    private final RequestIntake intake;
    private final QueueLengths queues;
    private final RetryAfter retryAfter;
    private final TimedOutStatus timedOutStatus;
    private final Clock clock;
    private final Map<RequestKind, DistributionSummary> estimates = new EnumMap<>(RequestKind.class);

    Jobs(
            StrictJson json,
            RequestValidator validator,
            RequestIntake intake,
            QueueLengths queues,
            RetryAfter retryAfter,
            TimedOutStatus timedOutStatus,
            Clock clock,
            MeterRegistry metrics) {
        this.json = json;
        this.validator = validator;
        this.intake = intake;
        this.queues = queues;
        this.retryAfter = retryAfter;
        this.timedOutStatus = timedOutStatus;
        this.clock = clock;
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
     * Reads {@code body} by {@code form} and lets the request in, unless an active or completed job has its content. The
     * result of a completed one is the answer when {@code preferences} ask for it.
     */
    Answer submit(RequestForm form, byte[] body, Preferences preferences) {
        Validation validation;
        try {
            validation = validator.validate(form, json.read(body));
        } catch (MalformedJsonException e) {
            log.debug("Body refused as malformed JSON", e);
            return Answer.problem(ErrorLabel.MALFORMED_JSON, "The body is not well-formed JSON");
        }
        return switch (validation) {
            case Invalid invalid -> Answer.refused(invalid);
            case Valid valid -> admit(valid.request(), preferences);
        };
    }

    private Answer admit(RelayerRequest request, Preferences preferences) {
        // Counted first: the request itself is not ahead of itself.
        Duration estimate = retryAfter.estimate(request.kind(), queues.waiting(request.kind()));
        Admission admission = intake.submit(request);
        estimates.get(request.kind()).record(estimate.toMillis() / 1000.0);
        if (admission.inserted()) {
            log.info(
                    "Request accepted jobId={} kind={}",
                    admission.jobId(),
                    request.kind().code());
        }
        Optional<Answer> stored = preferences.representation() && !admission.inserted()
                ? storedResult(request.kind(), admission.jobId())
                : Optional.empty();
        return stored.orElseGet(() -> Answer.accepted(admission.jobId(), retryAfter.seconds(estimate)));
    }

    private Optional<Answer> storedResult(RequestKind kind, UUID jobId) {
        return intake.find(kind, jobId).flatMap(job -> job.result().map(result -> Answer.representation(job, result)));
    }

    /** Tells a client that names itself {@code sdkName} where the job {@code jobId} of {@code kind} stands. */
    Answer poll(RequestKind kind, String jobId, Optional<String> sdkName) {
        if (!CANONICAL_UUID.matcher(jobId).matches()) {
            return Answer.refused(new Invalid(
                    ErrorLabel.VALIDATION_FAILED,
                    "The job id is not valid",
                    List.of(new FieldIssue("job_id", "Must be a UUID"))));
        }
        Optional<Job> job = intake.find(kind, UUID.fromString(jobId));
        return job.map(found -> stateOf(found, sdkName))
                .orElseGet(() -> Answer.problem(ErrorLabel.NOT_FOUND, "There is no job with this id"));
    }

    private Answer stateOf(Job job, Optional<String> sdkName) {
        return switch (job.status()) {
            case QUEUED, PROCESSING, TX_IN_FLIGHT, RECEIPT_RECEIVED -> {
                Duration elapsed = Duration.between(job.statusSince(), clock.instant());
                long ahead = Math.max(0, queues.waiting(job.kind()) - 1);
                yield Answer.unfinished(job, retryAfter.seconds(job.kind(), job.status(), ahead, elapsed));
            }
            case COMPLETED -> Answer.completed(job, job.result().orElseThrow());
            case TIMED_OUT -> Answer.timedOut(job, job.failure().orElseThrow(), timedOutStatus.of(sdkName));
            case FAILURE -> Answer.ended(job, job.failure().orElseThrow());
        };
    }
}
