package org.relayersuite.intake.wait;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.Job;

/** A bounded number of places for those who wait, ordered by the job they wait for. */
final class Places {
    private final int size;
    private final Semaphore free;
    private final Map<RequestKind, Map<UUID, List<JobWait>>> taken = new EnumMap<>(RequestKind.class);

    Places(int size) {
        this.size = size;
        this.free = new Semaphore(size);
        for (RequestKind kind : RequestKind.values()) {
            taken.put(kind, new ConcurrentHashMap<>());
        }
    }

    /** Empty when all places are taken. */
    Optional<JobWait> take(RequestKind kind, UUID jobId) {
        if (!free.tryAcquire()) {
            return Optional.empty();
        }
        Map<UUID, List<JobWait>> ofKind = taken.get(kind);
        JobWait[] wait = new JobWait[1];
        wait[0] = new JobWait(() -> {
            ofKind.computeIfPresent(jobId, (id, waits) -> {
                List<JobWait> rest =
                        waits.stream().filter(other -> other != wait[0]).toList();
                return rest.isEmpty() ? null : rest;
            });
            free.release();
        });
        ofKind.merge(
                jobId,
                List.of(wait[0]),
                (before, added) ->
                        Stream.concat(before.stream(), added.stream()).toList());
        return Optional.of(wait[0]);
    }

    int takenCount() {
        return size - free.availablePermits();
    }

    /** The jobs of {@code kind} that somebody waits for. */
    Set<UUID> jobs(RequestKind kind) {
        return Set.copyOf(taken.get(kind).keySet());
    }

    void tell(Collection<Job> jobs) {
        for (Job job : jobs) {
            taken.get(job.kind()).getOrDefault(job.jobId(), List.of()).forEach(wait -> wait.tell(job));
        }
    }

    void endAll() {
        taken.values().forEach(ofKind -> ofKind.values().forEach(waits -> waits.forEach(JobWait::end)));
    }
}
