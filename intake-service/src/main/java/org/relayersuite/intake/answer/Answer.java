package org.relayersuite.intake.answer;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.intake.answer.Envelope.Accepted;
import org.relayersuite.intake.answer.Envelope.Problem;
import org.relayersuite.store.request.Failure;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.JobResult;

/**
 * One HTTP answer, before it is put on the wire.
 *
 * @param retryAfter in seconds
 * @param headers further headers, by name
 * @param body written as JSON, unless it is {@link Content}; an {@link Envelope} wherever clients expect one
 */
public record Answer(int httpStatus, OptionalInt retryAfter, Map<String, String> headers, Object body) {
    private static final String QUEUED = "queued";
    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    /** An answer with a body of its own kind. */
    public static Answer of(int httpStatus, Object body) {
        return new Answer(httpStatus, OptionalInt.empty(), Map.of(), body);
    }

    /** This answer with one more header. */
    public Answer with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new Answer(httpStatus, retryAfter, more, body);
    }

    /** This answer to another request. */
    public Answer again() {
        return body instanceof Envelope envelope
                ? new Answer(httpStatus, retryAfter, headers, envelope.with(requestId()))
                : this;
    }

    /** This answer with another Retry-After, in seconds. */
    public Answer after(int seconds) {
        return new Answer(httpStatus, OptionalInt.of(seconds), headers, body);
    }

    /** 202: the request is stored, as a new job or as one that was there before. */
    public static Answer accepted(UUID jobId, int retryAfter) {
        return new Answer(
                202,
                OptionalInt.of(retryAfter),
                Map.of(),
                new Envelope(QUEUED, requestId(), new Accepted(jobId), null, null));
    }

    /** 202: the job has not ended. */
    public static Answer unfinished(Job job, OptionalLong queuePosition, int retryAfter) {
        return new Answer(
                202,
                OptionalInt.of(retryAfter),
                Map.of(),
                new Envelope(QUEUED, requestId(), null, JobState.waiting(job, queuePosition), null));
    }

    /** 200: the job has its result. */
    public static Answer completed(Job job, JobResult result) {
        return new Answer(
                200,
                OptionalInt.empty(),
                Map.of(),
                new Envelope(SUCCEEDED, requestId(), ResultBody.of(result), JobState.of(job), null));
    }

    /** 200 to a POST: its client prefers the stored result to the id of the job that has it (spec/relayer.md 0.3). */
    public static Answer representation(Job job, JobResult result) {
        return completed(job, result).with("Preference-Applied", "return=representation");
    }

    /** The job ended without a result: the status that goes with its label. */
    public static Answer ended(Job job, Failure failure) {
        // Clients expect details with this label.
        List<FieldIssue> details = failure.label() == ErrorLabel.VALIDATION_FAILED
                ? List.of(new FieldIssue(mistaken(failure.reason()), failure.reason()))
                : List.of();
        Problem problem = new Problem(failure.label().code(), failure.reason(), details);
        return of(failure.label().httpStatus(), new Envelope(FAILED, requestId(), null, JobState.of(job), problem));
    }

    /** The field of a mistake that only the gateway found: its contract's error is named in the reason, and nothing else. */
    private static String mistaken(String reason) {
        return reason.contains("Signature") ? "signature" : "request";
    }

    /** The job timed out. The same label to every client, the status that this one understands. */
    public static Answer timedOut(Job job, Failure failure, int httpStatus) {
        return of(httpStatus, ended(job, failure).body).with("Vary", "zama-sdk-name");
    }

    /** The request is not valid. */
    public static Answer refused(Invalid invalid) {
        return problem(invalid.label().httpStatus(), invalid.label(), invalid.message(), invalid.details());
    }

    /** The label's own status, without details. */
    public static Answer problem(ErrorLabel label, String message) {
        return problem(label.httpStatus(), label, message, List.of());
    }

    /** 429: there is no room for a request now. */
    public static Answer limited(String message, int retryAfter) {
        return problem(ErrorLabel.RATE_LIMITED, message).after(retryAfter);
    }

    /** 500, and nothing about why; the log tells under {@code requestId}. */
    public static Answer internalError(UUID requestId) {
        ErrorLabel label = ErrorLabel.INTERNAL_SERVER_ERROR;
        return of(
                label.httpStatus(),
                new Envelope(
                        FAILED, requestId, null, null, new Problem(label.code(), "Internal server error", List.of())));
    }

    /** 503: this replica has no room left for what was asked of it. Another one may have. */
    public static Answer noRoom(String message) {
        return problem(503, ErrorLabel.INTERNAL_SERVER_ERROR, message, List.of());
    }

    /** An answer of HTTP itself, such as 405, with the label that comes nearest. */
    public static Answer ofHttp(int httpStatus) {
        if (httpStatus == ErrorLabel.NOT_FOUND.httpStatus()) {
            return problem(ErrorLabel.NOT_FOUND, "There is nothing at this path");
        }
        return httpStatus >= 400 && httpStatus < 500
                ? problem(httpStatus, ErrorLabel.REQUEST_ERROR, "The request cannot be served here", List.of())
                : internalError(requestId());
    }

    private static Answer problem(int httpStatus, ErrorLabel label, String message, List<FieldIssue> details) {
        Problem problem = new Problem(label.code(), message, details);
        return of(httpStatus, new Envelope(FAILED, requestId(), null, null, problem));
    }

    private static UUID requestId() {
        return UUID.randomUUID();
    }
}
