package org.relayersuite.intake.api;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.intake.answer.Answer;
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

    Polls(RequestIntake intake, JobWaits waits, JobStates states) {
        this.intake = intake;
        this.waits = waits;
        this.states = states;
    }

    /** Tells a client where its job stands, if it likes only when the job has ended or the client's time is up. */
    Answer poll(Poll poll) {
        Optional<UUID> jobId = JobStates.id(poll.jobId());
        if (jobId.isEmpty()) {
            return JobStates.badId();
        }
        Optional<JobWait> wait = poll.hold().isZero() ? Optional.empty() : waits.forEnd(poll.kind(), jobId.get());
        Optional<Job> job =
                wait.isPresent() ? held(poll, jobId.get(), wait.get()) : intake.find(poll.kind(), jobId.get());
        return job.map(found -> states.of(found, poll.sdkName())).orElseGet(JobStates::unknown);
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
