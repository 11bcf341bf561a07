package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.relayersuite.intake.Bodies.DELEGATED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;
import static org.relayersuite.intake.Bodies.UNIFIED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.USER_DECRYPT;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** Requests and polls of the three kinds, against a real Postgres. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class IntakeIT {
    private static final String TX_HASH = "0x" + "7a".repeat(32);

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    private Api api;
    private Rows rows;

    @BeforeEach
    void connect() {
        api = new Api(base);
        rows = new Rows(database);
    }

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT})
    void aNewRequestIsQueuedAndCanBePolled(String path) {
        // When a valid request is posted
        UUID jobId = api.post(path, Bodies.of(path)).jobId();

        // Then its row is there, and a poll says where it stands
        assertThat(rows.count(Rows.table(path), "ext_job_id = $1 AND req_status = 'queued'", jobId))
                .isOne();
        Reply poll = api.get(path + "/" + jobId).assertAccepted();
        assertThat(poll.json().has("result")).isFalse();
        JsonNode job = poll.json().get("job");
        assertThat(job.get("id").asText()).isEqualTo(jobId.toString());
        assertThat(job.get("state").asText()).isEqualTo("queued");
        assertThat(Instant.parse(job.get("updatedAt").asText())).isBeforeOrEqualTo(Instant.now());
        assertThat(job.has("txHash")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT})
    void everyStatusBeforeTheEndIsAnswered202WithItsStateAndItsTransaction(String path) {
        UUID jobId = api.post(path, Bodies.of(path)).jobId();

        for (String state : List.of("processing", "tx_in_flight")) {
            rows.move(path, jobId, state);
            assertThat(stateOf(path, jobId)).isEqualTo(state);
        }
        rows.move(path, jobId, "processing");
        rows.received(path, jobId, gatewayId(), TX_HASH);
        assertThat(stateOf(path, jobId)).isEqualTo("receipt_received");
        assertThat(api.get(path + "/" + jobId).json().at("/job/txHash").asText())
                .isEqualTo(TX_HASH);
    }

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT})
    void aJobThatWaitsIsToldHowManyWaitBeforeIt(String path) {
        // Given a job, and one after it
        UUID first = api.post(path, Bodies.of(path)).jobId();
        UUID second = api.post(path, Bodies.of(path)).jobId();

        // Then the second is one further back, until the first has left the queue
        await().untilAsserted(() -> assertThat(positionOf(path, second)).isEqualTo(positionOf(path, first) + 1));
        int before = positionOf(path, second);
        rows.move(path, first, "processing", "tx_in_flight");
        await().untilAsserted(() -> assertThat(positionOf(path, second)).isEqualTo(before - 1));
        rows.move(path, second, "processing");
        assertThat(positionOf(path, second)).isEqualTo(before - 1);

        // And it has no position once it has left it itself
        rows.move(path, second, "tx_in_flight");
        assertThat(api.get(path + "/" + second).json().at("/job").has("queuePosition"))
                .isFalse();
    }

    @Test
    void theSameContentAgainIsToldTheTimeThatTheJobItselfStillNeeds() {
        // Given a job that the gateway works on
        Map<String, Object> sent = Bodies.publicDecrypt();
        UUID sentId = api.post(PUBLIC_DECRYPT, sent).jobId();
        rows.received(PUBLIC_DECRYPT, sentId, gatewayId(), TX_HASH);

        // When it is posted again, before and after it ends
        Reply before = api.post(PUBLIC_DECRYPT, sent);
        rows.completePublicDecrypt(sentId, """
                {"decryptedValue": "2a", "signatures": ["cd"], "extraData": "0x00"}""");
        Reply after = api.post(PUBLIC_DECRYPT, sent);

        // Then it is told what a poll is told, and then to come at once
        assertThat(before.jobId()).isEqualTo(sentId);
        assertThat(before.retryAfter()).hasValue(4);
        assertThat(after.jobId()).isEqualTo(sentId);
        assertThat(after.retryAfter()).hasValue(1);
    }

    private int positionOf(String path, UUID jobId) {
        JsonNode position = api.get(path + "/" + jobId).json().at("/job/queuePosition");
        assertThat(position.isIntegralNumber()).isTrue();
        return position.asInt();
    }

    private String stateOf(String path, UUID jobId) {
        return api.get(path + "/" + jobId)
                .assertAccepted()
                .json()
                .at("/job/state")
                .asText();
    }

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT})
    void fiftyIdenticalRequestsAtOnceAreOneJob(String path) throws Exception {
        // Given one body and fifty clients
        Map<String, Object> body = Bodies.of(path);
        long before = rows.count(Rows.table(path), "true");
        List<Callable<UUID>> posts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            posts.add(() -> api.post(path, body).jobId());
        }

        // When all post it at the same time
        Set<UUID> jobIds = new HashSet<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<UUID> post : clients.invokeAll(posts)) {
                jobIds.add(post.get());
            }
        }

        // Then there is one job and one row
        assertThat(jobIds).hasSize(1);
        assertThat(rows.count(Rows.table(path), "true")).isEqualTo(before + 1);
    }

    @Test
    void theSameContentInAnotherNotationIsTheSameJob() {
        Map<String, Object> body = Bodies.inputProof();
        UUID jobId = api.post(INPUT_PROOF, body).jobId();

        body.put("contractChainId", 8009);
        body.put("userAddress", "0x" + "BB".repeat(20));

        assertThat(api.post(INPUT_PROOF, body).jobId()).isEqualTo(jobId);
    }

    @Test
    void theSameDecryptionSignedAgainIsTheSameJob() {
        Map<String, Object> body = Bodies.userDecrypt();
        UUID jobId = api.post(USER_DECRYPT, body).jobId();

        body.put("requestValidity", Map.of("startTimestamp", Bodies.anHourAgo(), "durationDays", "9"));
        Wallet.USER.sign(USER_DECRYPT, body);

        assertThat(api.post(USER_DECRYPT, body).jobId()).isEqualTo(jobId);
    }

    @Test
    void aUserDecryptionIsToldAboutAtAnyEndpointOfItsKind() {
        List<String> paths = List.of(USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT);
        for (String posted : paths) {
            UUID jobId = api.post(posted, Bodies.of(posted)).jobId();
            for (String polled : paths) {
                api.get(polled + "/" + jobId).assertAccepted();
            }
            api.get(PUBLIC_DECRYPT + "/" + jobId).assertProblem(404, "not_found");
        }
    }

    @ParameterizedTest
    @CsvSource({
        USER_DECRYPT + ",user_decrypt",
        DELEGATED_USER_DECRYPT + ",delegated_user_decrypt",
        UNIFIED_USER_DECRYPT + ",unified"
    })
    void theRowOfAUserDecryptionNamesItsForm(String path, String type) {
        UUID jobId = api.post(path, Bodies.of(path)).jobId();

        assertThat(rows.count("user_decrypt_req", "ext_job_id = $1 AND req_type::text = $2", jobId, type))
                .isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"userAddress", "contractAddress"})
    void theSameCiphertextOfAnotherUserOrContractIsAnotherJob(String field) {
        Map<String, Object> body = Bodies.inputProof();
        UUID jobId = api.post(INPUT_PROOF, body).jobId();

        body.put(field, "0x" + "cc".repeat(20));

        assertThat(api.post(INPUT_PROOF, body).jobId()).isNotEqualTo(jobId);
    }

    @Test
    void anAcceptedInputProofHasItsHandlesAndSignatures() {
        // Given a job that the coprocessors accepted
        Map<String, Object> body = Bodies.inputProof();
        UUID jobId = api.post(INPUT_PROOF, body).jobId();
        rows.received(INPUT_PROOF, jobId, gatewayId(), TX_HASH);
        rows.completeInputProof(jobId, true, """
                {"handles": ["0x11"], "signatures": ["0x22", "0x33"]}""");

        // Then a poll has the result, and a duplicate still gets the old job
        Reply poll = api.get(INPUT_PROOF + "/" + jobId).assertSucceeded();
        assertThat(poll.json().get("result")).isEqualTo(json("""
                {"accepted": true, "extraData": "0x00", "handles": ["0x11"], "signatures": ["0x22", "0x33"]}"""));
        assertThat(poll.retryAfter()).isEmpty();
        assertThat(api.post(INPUT_PROOF, body).jobId()).isEqualTo(jobId);
    }

    @Test
    void aRejectedInputProofSucceedsWithoutHandlesAndSignatures() {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();
        rows.received(INPUT_PROOF, jobId, gatewayId(), TX_HASH);
        rows.completeInputProof(jobId, false, "{}");

        assertThat(api.get(INPUT_PROOF + "/" + jobId).assertSucceeded().json().get("result"))
                .isEqualTo(json("""
                        {"accepted": false, "extraData": "0x00"}"""));
    }

    @Test
    void aPublicDecryptHasItsValueAndSignatures() {
        Map<String, Object> body = Bodies.publicDecrypt();
        UUID jobId = api.post(PUBLIC_DECRYPT, body).jobId();
        rows.received(PUBLIC_DECRYPT, jobId, gatewayId(), TX_HASH);
        String result = """
                {"decryptedValue": "2a", "signatures": ["cd", "ef"], "extraData": "0x00"}""";
        rows.completePublicDecrypt(jobId, result);

        assertThat(api.get(PUBLIC_DECRYPT + "/" + jobId)
                        .assertSucceeded()
                        .json()
                        .get("result"))
                .isEqualTo(json(result));
        assertThat(api.post(PUBLIC_DECRYPT, body).jobId()).isEqualTo(jobId);
    }

    @Test
    void aUserDecryptHasTheSharesThatCompletedItInOrder() {
        // Given a job completed by two shares
        Map<String, Object> body = Bodies.userDecrypt();
        UUID jobId = api.post(USER_DECRYPT, body).jobId();
        byte[] gatewayId = gatewayId();
        rows.received(USER_DECRYPT, jobId, gatewayId, TX_HASH);
        rows.completeUserDecrypt(jobId, """
                {"shares": [{"payload": "b0", "signature": "50", "extraData": "0x00"},
                            {"payload": "b1", "signature": "51", "extraData": "0x00"}]}""");

        // Then they are the result
        assertThat(api.get(USER_DECRYPT + "/" + jobId).assertSucceeded().json().get("result"))
                .isEqualTo(json("""
                        {"result": [{"payload": "b0", "signature": "50", "extraData": "0x00"},
                                    {"payload": "b1", "signature": "51", "extraData": "0x00"}]}"""));
        assertThat(api.post(USER_DECRYPT, body).jobId()).isEqualTo(jobId);
    }

    @ParameterizedTest
    @ValueSource(strings = {INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT})
    void afterAFailureTheSameContentIsANewJobAndTheOldOneStaysFailed(String path) {
        // Given a job that failed, and one that timed out, of the same content
        Map<String, Object> body = Bodies.of(path);
        UUID failed = api.post(path, body).jobId();
        rows.end(path, failed, "failure", "internal_server_error", "The transaction could not be sent");
        UUID late = api.post(path, body).jobId();
        rows.end(path, late, "timed_out", "response_timed_out", "The gateway did not answer in time");

        // When it is posted again
        UUID next = api.post(path, body).jobId();

        // Then it is a new job, and the ended ones are as they were
        assertThat(Set.of(failed, late, next)).hasSize(3);
        api.get(path + "/" + next).assertAccepted();
        api.get(path + "/" + failed).assertProblem(500, "internal_server_error");
        api.get(path + "/" + late).assertProblem(504, "response_timed_out");
    }

    @ParameterizedTest
    @CsvSource({
        "failure, not_allowed_on_host_acl, 400",
        "failure, validation_failed, 400",
        "failure, internal_server_error, 500",
        "failure, host_acl_failed, 500",
        "failure, protocol_paused, 503",
        "failure, insufficient_balance, 503",
        "failure, insufficient_allowance, 503",
        "timed_out, readiness_check_timed_out, 504",
        "timed_out, response_timed_out, 504"
    })
    void aJobWithoutResultAnswersWithItsLabel(String status, String label, int httpStatus) {
        UUID jobId = api.post(PUBLIC_DECRYPT, Bodies.publicDecrypt()).jobId();
        rows.end(PUBLIC_DECRYPT, jobId, status, label, "The reason that was stored");

        Reply poll = api.get(PUBLIC_DECRYPT + "/" + jobId).assertProblem(httpStatus, label);

        assertThat(poll.json().at("/error/message").asText()).isEqualTo("The reason that was stored");
        assertThat(poll.json().at("/job/state").asText()).isEqualTo(status);
        assertThat(poll.retryAfter()).isEmpty();
        boolean mustHaveDetails = label.equals("validation_failed");
        assertThat(poll.json().get("error").has("details")).isEqualTo(mustHaveDetails);
        if (mustHaveDetails) {
            assertThat(poll.json().at("/error/details/0/field").asText()).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "the gateway contract refused the request: InvalidUserSignature, signature",
        "the transaction reverted on the gateway: ECDSAInvalidSignatureLength, signature",
        "the gateway contract refused the request: UserDecryptionRequestExpired, request",
        "the gateway contract refused the request: DifferentKeyIdsNotAllowed, request",
        "the request is larger than a transaction may be, request"
    })
    void aMistakeThatOnlyTheGatewayFindsIsToldUnderSignatureWhereItIsOne(String reason, String field) {
        UUID jobId = api.post(PUBLIC_DECRYPT, Bodies.publicDecrypt()).jobId();
        rows.end(PUBLIC_DECRYPT, jobId, "failure", "validation_failed", reason);

        Reply poll = api.get(PUBLIC_DECRYPT + "/" + jobId).assertProblem(400, "validation_failed");

        assertThat(poll.json().at("/error/details/0/field").asText()).isEqualTo(field);
        assertThat(poll.json().at("/error/details/0/issue").asText()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"@zama-fhe/relayer-sdk, 503", "@fhevm/sdk, 503", "@zama-fhe/relayer-sdk-2, 504", "somebody, 504"})
    void anSdkThatKnowsNo504IsAnswered503AboutAJobThatTimedOut(String sdkName, int httpStatus) {
        // Given a job that timed out
        UUID jobId = api.post(PUBLIC_DECRYPT, Bodies.publicDecrypt()).jobId();
        rows.end(PUBLIC_DECRYPT, jobId, "timed_out", "response_timed_out", "The gateway did not answer in time");

        // When a client polls that names itself
        Reply poll = api.send(api.request(PUBLIC_DECRYPT + "/" + jobId).header("ZAMA-SDK-NAME", sdkName));

        // Then the label is the same for all, and caches are told what the status depends on
        poll.assertProblem(httpStatus, "response_timed_out");
        assertThat(poll.http().headers().allValues("Vary")).contains("zama-sdk-name");
    }

    @Test
    void aJobIsFoundUnderItsOwnKindOnly() {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();

        api.get(PUBLIC_DECRYPT + "/" + jobId).assertProblem(404, "not_found");
        api.get(USER_DECRYPT + "/" + UUID.randomUUID()).assertProblem(404, "not_found");
    }

    @Test
    void theJobIdIsReadInAnyCase() {
        UUID jobId = api.post(INPUT_PROOF, Bodies.inputProof()).jobId();

        api.get(INPUT_PROOF + "/" + jobId.toString().toUpperCase(Locale.ROOT)).assertAccepted();
    }

    @Test
    void aClientThatOffersHttp2IsServedOverHttp11() throws Exception {
        // Given a client that asks for HTTP/2 without TLS
        HttpRequest request = api.request(PUBLIC_DECRYPT)
                .POST(HttpRequest.BodyPublishers.ofByteArray(Api.JSON.writeValueAsBytes(Bodies.publicDecrypt())))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            // When it posts on a new connection and on the one that is open then
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

                // Then it is served
                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
                assertThat(new Reply(response).jobId()).isNotNull();
            }
        }
    }

    private static byte[] gatewayId() {
        UUID random = UUID.randomUUID();
        return ByteBuffer.allocate(32)
                .putLong(1)
                .putLong(2)
                .putLong(random.getMostSignificantBits())
                .putLong(random.getLeastSignificantBits())
                .array();
    }

    private static JsonNode json(String text) {
        try {
            return Api.JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
