package org.relayersuite.store.request;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;

/**
 * A request as its client may see it.
 *
 * @param statusSince when it entered its present status
 * @param updatedAt when anything about it last changed
 * @param number ascending in the order of admission among the jobs of its kind
 * @param failure present in {@code timed_out} and {@code failure}
 * @param txHash hash of its transaction once that is mined, hex with {@code 0x}
 * @param result present in {@code completed}
 */
public record Job(
        UUID jobId,
        RequestKind kind,
        long number,
        RequestStatus status,
        Instant statusSince,
        Instant updatedAt,
        Optional<Failure> failure,
        Optional<String> txHash,
        Optional<JobResult> result) {}
