package org.relayersuite.intake.events;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.api.JobStates;
import org.relayersuite.intake.auth.Caller;
import org.relayersuite.intake.auth.Door;
import org.relayersuite.intake.auth.Entry;
import org.relayersuite.intake.auth.Readers;
import org.relayersuite.intake.http.AnswerWriter;
import org.relayersuite.intake.http.Disconnect;
import org.relayersuite.intake.http.Paths;
import org.relayersuite.intake.http.TimedOutStatus;
import org.relayersuite.intake.ratelimit.RateLimiter;
import org.relayersuite.intake.wait.JobWait;
import org.relayersuite.intake.wait.JobWaits;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.JobReads;
import org.relayersuite.store.request.RequestIntake;

/**
 * {@code /v2/jobs/{job_id}/events}: one event {@code state} for each status that a job of any kind is seen in, with the
 * envelope that a poll gets, the last one when it has ended. Its id is the status.
 */
@ApplicationScoped
class JobEvents {
    private static final String JOB_ID = "jobId";

    private final Paths paths;
    private final Door door;
    private final Readers readers;
    private final RateLimiter limiter;
    private final RequestIntake intake;
    private final JobReads reads;
    private final JobWaits waits;
    private final JobStates states;
    private final AnswerWriter answers;
    private final Duration heartbeat;

    JobEvents(
            Paths paths,
            Door door,
            Readers readers,
            RateLimiter limiter,
            RequestIntake intake,
            JobReads reads,
            JobWaits waits,
            JobStates states,
            AnswerWriter answers,
            HttpConfig config) {
        this.paths = paths;
        this.door = door;
        this.readers = readers;
        this.limiter = limiter;
        this.intake = intake;
        this.reads = reads;
        this.waits = waits;
        this.states = states;
        this.answers = answers;
        this.heartbeat = config.events().heartbeat();
    }

    void serve(@Observes Router router) {
        paths.serveStream(router, "/v2/jobs/:" + JOB_ID + "/events", this::stream);
    }

    private Optional<Answer> stream(RoutingContext http) {
        return switch (door.enter(http)) {
            case Entry.Turned(Answer answer) -> Optional.of(answer);
            case Entry.Admitted(Caller caller) ->
                limiter.pollsTooOften(caller).isPresent()
                        ? Optional.of(Answer.noRoom("Event streams are opened too often"))
                        : stream(http, caller);
        };
    }

    private Optional<Answer> stream(RoutingContext http, Caller caller) {
        Optional<UUID> jobId = JobStates.id(http.pathParam(JOB_ID));
        if (jobId.isEmpty()) {
            return Optional.of(JobStates.badId());
        }
        Optional<RequestKind> kind = reads.kindOf(jobId.get());
        return kind.filter(known -> readers.mayRead(caller, known, jobId.get())).isEmpty()
                ? Optional.of(JobStates.unknown())
                : stream(http, kind.get(), jobId.get());
    }

    private Optional<Answer> stream(RoutingContext http, RequestKind kind, UUID jobId) {
        Optional<JobWait> place = waits.forEveryState(kind, jobId);
        if (place.isEmpty()) {
            return Optional.of(Answer.noRoom("There is no room for another event stream"));
        }
        try (JobWait wait = place.get()) {
            Disconnect.of(http.response(), wait::end);
            Optional<Job> now = intake.find(kind, jobId);
            if (now.isEmpty()) {
                return Optional.of(JobStates.unknown());
            }
            if (knowsTheEnd(http, now.get())) {
                http.response().setStatusCode(204).end();
            } else {
                tell(http.response(), now.get(), wait, TimedOutStatus.sdkName(http));
            }
            return Optional.empty();
        }
    }

    /**
     * An event source connects again when a stream ends, with the id of the last event it got, until it is answered
     * 204.
     */
    private static boolean knowsTheEnd(RoutingContext http, Job job) {
        return job.status().terminal()
                && job.status().code().equals(http.request().getHeader("Last-Event-ID"));
    }

    private void tell(HttpServerResponse response, Job first, JobWait wait, Optional<String> sdkName) {
        EventStream stream = new EventStream(response);
        boolean isRead = false;
        try {
            isRead = send(stream, first, sdkName);
            Job told = first;
            while (isRead && !told.status().terminal() && !wait.isOver()) {
                Optional<Job> next = wait.next(heartbeat.minus(stream.silence()));
                if (next.isPresent() && next.get().status() != told.status()) {
                    told = next.get();
                    isRead = send(stream, told, sdkName);
                } else if (stream.silence().compareTo(heartbeat) >= 0) {
                    isRead = stream.heartbeat();
                }
            }
        } finally {
            stream.end(isRead);
        }
    }

    private boolean send(EventStream stream, Job job, Optional<String> sdkName) {
        return stream.event(
                "state",
                job.status().code(),
                answers.json(states.of(job, sdkName).body()));
    }
}
