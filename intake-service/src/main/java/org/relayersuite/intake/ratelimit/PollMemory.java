package org.relayersuite.intake.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.Job;

/**
 * The unfinished jobs that clients were told about a moment ago. Whoever polls too often is told the same again: it was
 * true, its time stands in it, and it costs the database nothing. A job that has ended is never told from here.
 */
@Singleton
public final class PollMemory {
    private static final int REMEMBERED = 10_000;

    private final Cache<Key, Job> jobs;
    private final boolean used;

    private record Key(RequestKind kind, UUID jobId) {}

    PollMemory(RateLimitConfig config) {
        this.used = config.enabled();
        this.jobs = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(config.pollMemory())
                .build();
    }

    /** Remembers {@code job} as it is now. */
    public void told(Job job) {
        if (!used) {
            return;
        }
        Key key = new Key(job.kind(), job.jobId());
        if (job.status().terminal()) {
            jobs.invalidate(key);
        } else {
            jobs.put(key, job);
        }
    }

    /** The job as it was, not long ago. */
    public Optional<Job> lastTold(RequestKind kind, UUID jobId) {
        return Optional.ofNullable(jobs.getIfPresent(new Key(kind, jobId)));
    }
}
