package org.relayersuite.intake.api;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.auth.Caller;
import org.relayersuite.intake.auth.Door;
import org.relayersuite.intake.auth.Entry;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.http.BodyReader;
import org.relayersuite.intake.http.Disconnect;
import org.relayersuite.intake.http.IdempotencyHeader;
import org.relayersuite.intake.http.Parsed;
import org.relayersuite.intake.http.Paths;
import org.relayersuite.intake.http.Preferences;
import org.relayersuite.intake.http.TimedOutStatus;
import org.relayersuite.intake.http.WaitParameter;

/** Serves every {@link Endpoint}: what they have in common is everything but their data. */
@ApplicationScoped
class JobPaths {
    private static final String JOB_ID = "jobId";

    private final Paths paths;
    private final Door door;
    private final Submissions submissions;
    private final Polls polls;

    JobPaths(Paths paths, Door door, Submissions submissions, Polls polls) {
        this.paths = paths;
        this.door = door;
        this.submissions = submissions;
        this.polls = polls;
    }

    void serve(@Observes Router router) {
        for (Endpoint endpoint : Endpoint.values()) {
            paths.serve(router, endpoint.path(), Map.of(HttpMethod.POST, http -> enter(endpoint, http, this::submit)));
            paths.serve(
                    router,
                    endpoint.path() + "/:" + JOB_ID,
                    Map.of(HttpMethod.GET, http -> enter(endpoint, http, this::poll)));
        }
    }

    /** What is done for a caller that was let in. */
    @FunctionalInterface
    private interface Service {
        Answer answer(Caller caller, Endpoint endpoint, RoutingContext http);
    }

    private Answer enter(Endpoint endpoint, RoutingContext http, Service service) {
        return switch (door.enter(http, endpoint)) {
            case Entry.Turned(Answer answer) -> answer;
            case Entry.Admitted(Caller caller) -> service.answer(caller, endpoint, http);
        };
    }

    private Answer submit(Caller caller, Endpoint endpoint, RoutingContext http) {
        return switch (IdempotencyHeader.of(http)) {
            case Parsed.Refused<Optional<String>>(Invalid reason) -> Answer.refused(reason);
            case Parsed.Value<Optional<String>>(Optional<String> key) ->
                submissions.submit(
                        new Submission(caller, endpoint, BodyReader.bodyOf(http), Preferences.of(http), key));
        };
    }

    private Answer poll(Caller caller, Endpoint endpoint, RoutingContext http) {
        return switch (WaitParameter.of(http)) {
            case Parsed.Refused<Duration>(Invalid reason) -> Answer.refused(reason);
            case Parsed.Value<Duration>(Duration hold) ->
                polls.poll(new Poll(
                        caller,
                        endpoint.kind(),
                        http.pathParam(JOB_ID),
                        TimedOutStatus.sdkName(http),
                        hold,
                        gone -> Disconnect.of(http.response(), gone)));
        };
    }
}
