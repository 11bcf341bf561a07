package org.relayersuite.intake.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.answer.Answer;

/**
 * What clients were told a moment ago about jobs that had not ended. Whoever polls too often is told the same again: it
 * was true, its time stands in it, and it costs the database nothing. The end of a job is never told from here.
 */
@Singleton
public final class PollMemory {
    private static final int REMEMBERED = 10_000;
    private static final int UNFINISHED = 202;

    private final Cache<Key, Answer> answers;
    private final boolean used;

    private record Key(RequestKind kind, UUID jobId) {}

    PollMemory(RateLimitConfig config) {
        this.used = config.enabled();
        this.answers = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(config.pollMemory())
                .build();
    }

    /** Remembers {@code answer}, or, when it is more than that the job has not ended, forgets what was before. */
    public void told(RequestKind kind, UUID jobId, Answer answer) {
        if (!used) {
            return;
        }
        Key key = new Key(kind, jobId);
        if (answer.httpStatus() == UNFINISHED) {
            answers.put(key, answer);
        } else {
            answers.invalidate(key);
        }
    }

    /** What was told about the job last, not long ago; an answer of its own. */
    public Optional<Answer> lastTold(RequestKind kind, UUID jobId) {
        return Optional.ofNullable(answers.getIfPresent(new Key(kind, jobId))).map(Answer::again);
    }
}
