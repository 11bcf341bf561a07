package org.relayersuite.intake.api;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.auth.Readers;
import org.relayersuite.intake.ratelimit.PollMemory;
import org.relayersuite.intake.ratelimit.RateLimiter;
import org.relayersuite.intake.retryafter.RetryAfter;
import org.relayersuite.intake.wait.JobWait;
import org.relayersuite.intake.wait.JobWaits;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.RequestIntake;

/** What happens behind a GET: a job's id becomes the job's state. */
@Singleton
public final class Polls {
    private final RequestIntake intake;
    private final JobWaits waits;
    private final JobStates states;
    private final Readers readers;
    private final RateLimiter limiter;
    private final PollMemory memory;
    private final RetryAfter retryAfter;

    Polls(
            RequestIntake intake,
            JobWaits waits,
            JobStates states,
            Readers readers,
            RateLimiter limiter,
            PollMemory memory,
            RetryAfter retryAfter) {
        this.intake = intake;
        this.waits = waits;
        this.states = states;
        this.readers = readers;
        this.limiter = limiter;
        this.memory = memory;
        this.retryAfter = retryAfter;
    }

    /** Tells a client where its job stands, if it likes only when the job has ended or the client's time is up. */
    Answer poll(Poll poll) {
        Optional<UUID> jobId = JobStates.id(poll.jobId());
        if (jobId.isEmpty()) {
            return JobStates.badId();
        }
        return limiter.pollsTooOften(poll.caller())
                .map(untilNext -> slowed(poll, jobId.get(), untilNext))
                .orElseGet(() -> served(poll, jobId.get()));
    }

    private Answer served(Poll poll, UUID jobId) {
        if (!readers.mayRead(poll.caller(), poll.kind(), jobId)) {
            return JobStates.unknown();
        }
        Optional<JobWait> wait = poll.hold().isZero() ? Optional.empty() : waits.forEnd(poll.kind(), jobId);
        Optional<Job> job = wait.isPresent() ? held(poll, jobId, wait.get()) : intake.find(poll.kind(), jobId);
        Answer answer = job.map(found -> states.of(found, poll.sdkName())).orElseGet(JobStates::unknown);
        memory.told(poll.kind(), jobId, answer);
        return answer;
    }

    /**
     * Deployed clients take a 429 to a GET for the end (spec/relayer.md 1.14): whoever polls too often is answered at
     * once, from memory where that has the job, and told to come back later than otherwise.
     */
    private Answer slowed(Poll poll, UUID jobId, Duration untilNext) {
        Optional<Answer> remembered =
                memory.lastTold(poll.kind(), jobId).filter(told -> readers.mayRead(poll.caller(), poll.kind(), jobId));
        Answer answer = remembered.orElseGet(() -> served(poll.atOnce(), jobId));
        int least = Math.toIntExact(Math.ceilDiv(untilNext.toMillis(), 1000L));
        return answer.retryAfter().isEmpty()
                ? answer
                : answer.after(
                        retryAfter.rarer(Math.max(least, answer.retryAfter().getAsInt())));
    }

    private Optional<Job> held(Poll poll, UUID jobId, JobWait place) {
        try (JobWait wait = place) {
            poll.onDisconnect().accept(wait::end);
            Optional<Job> now = intake.find(poll.kind(), jobId);
            if (now.isEmpty() || now.get().status().terminal()) {
                return now;
            }
            Optional<Job> ended = wait.next(poll.hold());
            return ended.isPresent() ? ended : intake.find(poll.kind(), jobId);
        }
    }
}
