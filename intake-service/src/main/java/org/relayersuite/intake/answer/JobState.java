package org.relayersuite.intake.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalLong;
import java.util.UUID;
import org.relayersuite.store.request.Job;

/**
 * Where a job stands (spec/relayer.md 0.23).
 *
 * @param state one of the seven statuses
 * @param updatedAt RFC 3339, UTC
 * @param queuePosition how many requests of its kind wait before it; null once its transaction is under way
 * @param txHash hex with {@code 0x}; null until the transaction is mined
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobState(UUID id, String state, String updatedAt, Long queuePosition, String txHash) {

    static JobState of(Job job) {
        return waiting(job, OptionalLong.empty());
    }

    static JobState waiting(Job job, OptionalLong queuePosition) {
        return new JobState(
                job.jobId(),
                job.status().code(),
                job.updatedAt().toString(),
                queuePosition.isPresent() ? queuePosition.getAsLong() : null,
                job.txHash().orElse(null));
    }
}
