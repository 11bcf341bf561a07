package org.relayersuite.intake.api;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.TimedOutStatus;
import org.relayersuite.intake.retryafter.QueueLengths;
import org.relayersuite.intake.retryafter.RetryAfter;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.RequestIntake;

/** What happens behind a GET: a job's id becomes the job's state. */
@Singleton
public final class Polls {
    /** {@code UUID.fromString} takes shorter groups, too: {@code 1-1-1-1-1}. */
    private static final Pattern CANONICAL_UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final RequestIntake intake;
    private final QueueLengths queues;
    private final RetryAfter retryAfter;
    private final TimedOutStatus timedOutStatus;
    private final Clock clock;

    Polls(
            RequestIntake intake,
            QueueLengths queues,
            RetryAfter retryAfter,
            TimedOutStatus timedOutStatus,
            Clock clock) {
        this.intake = intake;
        this.queues = queues;
        this.retryAfter = retryAfter;
        this.timedOutStatus = timedOutStatus;
        this.clock = clock;
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
