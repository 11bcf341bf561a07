package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;
import static org.relayersuite.intake.Bodies.USER_DECRYPT;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** {@code /v2/jobs/{job_id}/events}, against a real Postgres. */
@QuarkusTest
@TestProfile(JobEventsIT.FewStreams.class)
@QuarkusTestResource(PostgresResource.class)
class JobEventsIT {
    private static final int STREAMS = 4;

    /** Streams that a test can use up, and heartbeats that it can wait for. */
    public static final class FewStreams implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "relayer.http.events.max-streams", Integer.toString(STREAMS),
                    "relayer.http.events.refresh-interval", "0.1S",
                    "relayer.http.events.heartbeat", "0.5S");
        }
    }

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    @Inject
    MeterRegistry metrics;

    private final List<EventSource> opened = new ArrayList<>();
    private Api api;
    private Rows rows;

    @BeforeEach
    void connect() {
        api = new Api(base);
        rows = new Rows(database);
    }

    @AfterEach
    void everyStreamIsClosedAgain() {
        opened.forEach(EventSource::close);
        await().until(() -> streams() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT})
    void aJobsStatesAreToldOneByOneAndTheStreamEndsWithTheJob(String path) {
        // Given a stream about a new job
        UUID jobId = api.post(path, Bodies.of(path)).jobId();
        EventSource events = open(jobId);
        await().untilAsserted(() -> assertThat(events.states()).containsExactly("queued"));

        // When it is claimed, sent, and fails
        rows.move(path, jobId, "processing");
        await().untilAsserted(() -> assertThat(events.states()).containsExactly("queued", "processing"));
        rows.move(path, jobId, "tx_in_flight");
        await().untilAsserted(() -> assertThat(events.states()).hasSize(3));
        rows.end(path, jobId, "failure", "protocol_paused", "The gateway is paused");

        // Then each state was told once, the last as a poll tells it, and the stream is over
        await().until(events::isOver);
        assertThat(events.states()).containsExactly("queued", "processing", "tx_in_flight", "failure");
        assertThat(events.names()).containsOnly("state");
        assertThat(events.contentType()).isEqualTo("text/event-stream");
        assertThat(events.data().getFirst().at("/status").asText()).isEqualTo("queued");
        assertThat(events.data().getLast().at("/status").asText()).isEqualTo("failed");
        assertThat(events.data().getLast().at("/error"))
                .isEqualTo(api.get(path + "/" + jobId).json().at("/error"));
    }

    @Test
    void aJobThatHasEndedIsToldOnce() {
        UUID jobId = ended();
        EventSource events = open(jobId);
        await().until(events::isOver);
        assertThat(events.states()).containsExactly("failure");
    }

    @Test
    void anEventSourceThatKnowsTheEndIsToldNotToComeAgain() {
        UUID jobId = ended();
        Reply reply = api.send(api.request(path(jobId)).header("Last-Event-ID", "failure"));
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.http().body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queued", "completed", "1", "failure "})
    void anEventSourceThatComesAgainBeforeItKnowsTheEndIsToldThePresentState(String lastEventId) {
        // Given a job that has not ended
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        EventSource events = EventSource.open(base, path(jobId), Map.of("Last-Event-ID", lastEventId));
        opened.add(events);
        await().untilAsserted(() -> assertThat(events.states()).containsExactly("queued"));
    }

    @Test
    void aSilentStreamHasHeartbeats() {
        EventSource events = open(api.post(INPUT_PROOF, Bodies.inputProof()).jobId());
        await().until(() -> events.comments() >= 3);
        assertThat(events.states()).containsExactly("queued");
    }

    @Test
    void whatIsNoJobHasNoEvents() {
        api.get(path(UUID.randomUUID())).assertProblem(404, "not_found");
        api.get("/v2/jobs/1-1-1-1-1/events").assertProblem(400, "validation_failed");
        api.post(path(UUID.randomUUID()), Map.of()).assertProblem(405, "request_error");
    }

    @Test
    void beyondTheBoundStreamsAreRefusedUntilOneIsClosed() {
        // Given as many streams as may be
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        for (int i = 0; i < STREAMS; i++) {
            open(jobId);
        }
        await().until(() -> streams() == STREAMS);

        // When one more is asked for, and a client goes away
        Reply beyond = api.get(path(jobId));
        opened.getFirst().close();
        await().until(() -> streams() == STREAMS - 1);
        EventSource next = open(jobId);

        // Then
        beyond.assertProblem(503, "internal_server_error");
        await().untilAsserted(() -> assertThat(next.states()).containsExactly("queued"));
    }

    @Test
    void aFailureBeforeTheFirstEventIsAnAnswerLikeAnyOther() throws Exception {
        // Given a job whose time nobody can estimate, for a setting that no release would store
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        set("INSERT INTO runtime_setting (name, value, updated_by) VALUES ('retry_after_safety_margin', 5, 'test')");
        try {
            await().until(() -> api.get(INPUT_PROOF + "/" + jobId).status() == 500);

            // When its events are asked for
            String answer = new RawHttp(base).exchange("GET " + path(jobId) + " HTTP/1.1", new byte[0]);

            // Then the answer has one length, and nothing of a stream
            assertThat(answer).startsWith("HTTP/1.1 500 ").contains("\"label\":\"internal_server_error\"");
            assertThat(answer).doesNotContainIgnoringCase("transfer-encoding", "x-accel-buffering");
        } finally {
            set("DELETE FROM runtime_setting");
            await().until(() -> api.get(INPUT_PROOF + "/" + jobId).status() == 202);
        }
    }

    private void set(String change) {
        database.query(change);
        database.query("UPDATE admin_version SET version = version + 1");
    }

    private UUID ended() {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        rows.end(INPUT_PROOF, jobId, "failure", "protocol_paused", "The gateway is paused");
        return jobId;
    }

    private EventSource open(UUID jobId) {
        EventSource events = EventSource.open(base, path(jobId), Map.of());
        opened.add(events);
        return events;
    }

    private static String path(UUID jobId) {
        return "/v2/jobs/" + jobId + "/events";
    }

    private int streams() {
        return (int) metrics.get("relayer_http_event_streams").gauge().value();
    }
}
