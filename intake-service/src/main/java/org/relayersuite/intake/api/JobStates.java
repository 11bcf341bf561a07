package org.relayersuite.intake.api;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.TimedOutStatus;
import org.relayersuite.intake.retryafter.QueueLengths;
import org.relayersuite.intake.retryafter.RetryAfter;
import org.relayersuite.store.request.Job;

/** What clients are told about a job, however they ask. */
@Singleton
public final class JobStates {
    /** {@code UUID.fromString} takes shorter groups, too: {@code 1-1-1-1-1}. */
    private static final Pattern CANONICAL_UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final QueueLengths queues;
    private final RetryAfter retryAfter;
    private final TimedOutStatus timedOutStatus;
    private final Clock clock;

    JobStates(QueueLengths queues, RetryAfter retryAfter, TimedOutStatus timedOutStatus, Clock clock) {
        this.queues = queues;
        this.retryAfter = retryAfter;
        this.timedOutStatus = timedOutStatus;
        this.clock = clock;
    }

    /** Reads a job's id as clients were given it; empty when {@code text} is none. */
    public static Optional<UUID> id(String text) {
        return CANONICAL_UUID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }

    /** What in a path stands for a job's id is none. */
    public static Answer badId() {
        return Answer.refused(new Invalid(
                ErrorLabel.VALIDATION_FAILED,
                "The job id is not valid",
                List.of(new FieldIssue("job_id", "Must be a UUID"))));
    }

    /** No job has the id. */
    public static Answer unknown() {
        return Answer.problem(ErrorLabel.NOT_FOUND, "There is no job with this id");
    }

    /** Tells a client that names itself {@code sdkName} where {@code job} stands. */
    public Answer of(Job job, Optional<String> sdkName) {
        return switch (job.status()) {
            case QUEUED, PROCESSING -> {
                long ahead = queues.before(job);
                yield Answer.unfinished(job, OptionalLong.of(ahead), seconds(job, ahead));
            }
            case TX_IN_FLIGHT, RECEIPT_RECEIVED -> Answer.unfinished(job, OptionalLong.empty(), seconds(job, 0));
            case COMPLETED -> Answer.completed(job, job.result().orElseThrow());
            case TIMED_OUT -> Answer.timedOut(job, job.failure().orElseThrow(), timedOutStatus.of(sdkName));
            case FAILURE -> Answer.ended(job, job.failure().orElseThrow());
        };
    }

    /** The seconds after which {@code job} is worth a poll: the least there is when it has ended. */
    public int retryAfter(Job job) {
        return switch (job.status()) {
            case QUEUED, PROCESSING -> seconds(job, queues.before(job));
            case TX_IN_FLIGHT, RECEIPT_RECEIVED -> seconds(job, 0);
            case COMPLETED, TIMED_OUT, FAILURE -> retryAfter.seconds(Duration.ZERO);
        };
    }

    private int seconds(Job job, long ahead) {
        Duration elapsed = Duration.between(job.statusSince(), clock.instant());
        return retryAfter.seconds(job.kind(), job.status(), ahead, elapsed);
    }
}
