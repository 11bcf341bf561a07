package org.relayersuite.intake.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.relayersuite.core.validation.FieldIssue;

/**
 * The body of every answer. What does not apply is null, and absent in JSON.
 *
 * @param status {@code queued}, {@code succeeded} or {@code failed}
 * @param requestId names this one exchange, never stored
 * @param result the new job's id, or the outcome of a finished job
 * @param job where a job stands, in answers to polls
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Envelope(String status, UUID requestId, Object result, JobState job, Problem error) {

    /** The same for another exchange. */
    Envelope with(UUID otherRequestId) {
        return new Envelope(status, otherRequestId, result, job, error);
    }

    /** Why there is no result. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Problem(String label, String message, List<FieldIssue> details) {}

    /** The answer to an accepted request. */
    public record Accepted(UUID jobId) {}
}
