package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** {@code ?wait=} on a GET, against a real Postgres. */
@QuarkusTest
@TestProfile(LongPollIT.FewPlaces.class)
@QuarkusTestResource(PostgresResource.class)
class LongPollIT {
    private static final int PLACES = 20;
    private static final Duration SOON = Duration.ofSeconds(4);

    /** Places that a test can fill, and re-checks that come only where a test waits for one. */
    public static final class FewPlaces implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "relayer.http.long-poll.max-waiters",
                    Integer.toString(PLACES),
                    "relayer.http.long-poll.recheck-interval",
                    "8S");
        }
    }

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    @Inject
    Notifications notifications;

    @Inject
    MeterRegistry metrics;

    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private Api api;
    private Rows rows;

    @BeforeEach
    void connect() {
        api = new Api(base);
        rows = new Rows(database);
    }

    @AfterEach
    void everyPlaceIsFreeAgain() {
        clients.close();
        await().until(() -> held() == 0);
    }

    @Test
    void aHeldPollIsAnsweredAsSoonAsItsJobEnds() throws Exception {
        // Given several polls that are held, for two jobs
        UUID failing = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        UUID completing = api.post(PUBLIC_DECRYPT, Bodies.publicDecrypt()).jobId();
        List<Future<Reply>> ofFailing = List.of(poll(INPUT_PROOF, failing, 30), poll(INPUT_PROOF, failing, 30));
        Future<Reply> ofCompleting = poll(PUBLIC_DECRYPT, completing, 30);
        await().until(() -> held() == 3);

        // When the first job fails
        rows.end(INPUT_PROOF, failing, "failure", "internal_server_error", "It was not sent");
        notifications.send(Channel.ENDED);

        // Then its polls are answered, and the other is not
        for (Future<Reply> poll : ofFailing) {
            poll.get(SOON.toSeconds(), TimeUnit.SECONDS).assertProblem(500, "internal_server_error");
        }
        assertThat(ofCompleting.isDone()).isFalse();

        // And when the other completes
        complete(completing);
        notifications.send(Channel.ENDED);

        // Then so is that one
        Reply completed = ofCompleting.get(SOON.toSeconds(), TimeUnit.SECONDS).assertSucceeded();
        assertThat(completed.json().at("/result/decryptedValue").asText()).isEqualTo("2a");
    }

    @Test
    void aLostNotificationOnlyMakesItLater() throws Exception {
        // Given
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        Future<Reply> poll = poll(INPUT_PROOF, jobId, 30);
        await().until(() -> held() == 1);

        // When the job ends and nobody tells
        rows.end(INPUT_PROOF, jobId, "failure", "internal_server_error", "It was not sent");

        // Then
        poll.get(20, TimeUnit.SECONDS).assertProblem(500, "internal_server_error");
    }

    @Test
    void aJobThatDoesNotEndInTimeIsAnsweredAsAPlainPollIs() {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();

        // When it is claimed while its poll is held
        Future<Reply> poll = poll(INPUT_PROOF, jobId, 1);
        await().until(() -> held() == 1);
        rows.move(INPUT_PROOF, jobId, "processing");

        // Then the answer tells the present state
        await().atMost(SOON).until(poll::isDone);
        Reply reply = poll.resultNow().assertAccepted();
        assertThat(reply.json().at("/job/state").asText()).isEqualTo("processing");
    }

    @Test
    void aJobThatHasEndedOrIsUnknownIsAnsweredAtOnce() throws Exception {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        rows.end(INPUT_PROOF, jobId, "timed_out", "response_timed_out", "too late");

        poll(INPUT_PROOF, jobId, 30).get(SOON.toSeconds(), TimeUnit.SECONDS).assertProblem(504, "response_timed_out");
        poll(INPUT_PROOF, UUID.randomUUID(), 30)
                .get(SOON.toSeconds(), TimeUnit.SECONDS)
                .assertProblem(404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait=0", "wait=31", "wait=-1", "wait=x", "wait=", "wait", "wait=5&wait=5"})
    void aTimeToWaitThatIsNoneIsRefused(String query) {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();

        Reply reply = api.get(INPUT_PROOF + "/" + jobId + "?" + query).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo("wait");
    }

    @Test
    void beyondTheBoundPollsAreAnsweredAtOnceAndThoseThatAreHeldStay() throws Exception {
        // Given as many held polls as there are places
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        List<Future<Reply>> polls = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            polls.add(poll(INPUT_PROOF, jobId, 30));
        }
        await().until(() -> held() == PLACES);

        // When one more comes
        Reply beyond = poll(INPUT_PROOF, jobId, 30).get(SOON.toSeconds(), TimeUnit.SECONDS);

        // Then it is a plain poll, and the others get the end
        beyond.assertAccepted();
        rows.end(INPUT_PROOF, jobId, "failure", "internal_server_error", "It was not sent");
        notifications.send(Channel.ENDED);
        for (Future<Reply> poll : polls) {
            poll.get(SOON.toSeconds(), TimeUnit.SECONDS).assertProblem(500, "internal_server_error");
        }
    }

    @Test
    void aClientThatGoesAwayFreesItsPlace() throws IOException {
        // Given
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        try (Socket client = new Socket(base.getHost(), base.getPort())) {
            client.getOutputStream()
                    .write(("GET " + INPUT_PROOF + "/" + jobId + "?wait=30 HTTP/1.1\r\nHost: x\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            await().until(() -> held() == 1);
        }

        // Then
        await().atMost(SOON).until(() -> held() == 0);
    }

    private Future<Reply> poll(String path, UUID jobId, int seconds) {
        return clients.submit(
                () -> api.send(api.request(path + "/" + jobId + "?wait=" + seconds), Duration.ofSeconds(40)));
    }

    private int held() {
        return (int) metrics.get("relayer_http_held_polls").gauge().value();
    }

    private void complete(UUID jobId) {
        byte[] gatewayId = new byte[32];
        System.arraycopy(jobId.toString().getBytes(StandardCharsets.US_ASCII), 0, gatewayId, 0, 32);
        rows.received(PUBLIC_DECRYPT, jobId, gatewayId, "0x" + "7a".repeat(32));
        rows.completePublicDecrypt(jobId, """
                {"decryptedValue": "2a", "signatures": ["cd"], "extraData": "0x00"}""");
    }
}
