package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.intake.Bodies.A;
import static org.relayersuite.intake.Bodies.B;
import static org.relayersuite.intake.Bodies.DELEGATED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;
import static org.relayersuite.intake.Bodies.UNIFIED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.USER_DECRYPT;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** Whatever is wrong with a request: the envelope with the right label, and nothing stored. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class BadInputIT {
    private static final int MAX_BODY = 2 * 1024 * 1024;

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    private Api api;
    private RawHttp raw;
    private Rows rows;
    private long rowsBefore;

    @BeforeEach
    void count() {
        api = new Api(base);
        raw = new RawHttp(base);
        rows = new Rows(database);
        rowsBefore = rows.countAll();
    }

    @AfterEach
    void nothingIsStored() {
        assertThat(rows.countAll()).isEqualTo(rowsBefore);
    }

    static Stream<Arguments> fields() {
        return Stream.of(INPUT_PROOF, PUBLIC_DECRYPT, USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT)
                .flatMap(path -> Bodies.of(path).keySet().stream().map(field -> Arguments.of(path, field)));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void anAbsentFieldIsNamed(String path, String field) {
        Map<String, Object> body = Bodies.of(path);
        body.remove(field);

        Reply reply = api.post(path, body).assertProblem(400, "missing_fields");

        assertThat(reply.json().at("/error/details")).hasSize(1);
        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo(field);
        assertThat(reply.json().at("/error/details/0/issue").asText()).isEqualTo("Required but missing");
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                Arguments.of(INPUT_PROOF, "contractChainId", "mainnet"),
                Arguments.of(INPUT_PROOF, "contractAddress", "0x1234"),
                Arguments.of(INPUT_PROOF, "userAddress", 7),
                Arguments.of(INPUT_PROOF, "ciphertextWithInputVerification", "0xdeadbeef"),
                Arguments.of(INPUT_PROOF, "extraData", "0x01"),
                Arguments.of(PUBLIC_DECRYPT, "ciphertextHandles", List.of()),
                Arguments.of(PUBLIC_DECRYPT, "ciphertextHandles", List.of("0x" + "11".repeat(33))),
                Arguments.of(PUBLIC_DECRYPT, "ciphertextHandles", List.of("0x1f490500")),
                Arguments.of(PUBLIC_DECRYPT, "extraData", "0x01" + "00".repeat(32)),
                Arguments.of(USER_DECRYPT, "handleContractPairs", List.of(Map.of("handle", "", "contractAddress", A))),
                Arguments.of(
                        USER_DECRYPT, "requestValidity", Map.of("startTimestamp", "4102444800", "durationDays", "7")),
                Arguments.of(USER_DECRYPT, "requestValidity", Map.of("startTimestamp", "1", "durationDays", "a week")),
                Arguments.of(USER_DECRYPT, "contractsChainId", "-1"),
                Arguments.of(USER_DECRYPT, "contractAddresses", List.of("")),
                Arguments.of(USER_DECRYPT, "userAddress", ""),
                Arguments.of(USER_DECRYPT, "signature", "0x" + "cd".repeat(65)),
                Arguments.of(USER_DECRYPT, "publicKey", ""),
                Arguments.of(USER_DECRYPT, "extraData", "garbage"),
                Arguments.of(DELEGATED_USER_DECRYPT, "delegatorAddress", "0x"),
                Arguments.of(DELEGATED_USER_DECRYPT, "delegateAddress", B.substring(2)),
                Arguments.of(DELEGATED_USER_DECRYPT, "startTimestamp", "4102444800"),
                Arguments.of(DELEGATED_USER_DECRYPT, "durationDays", "a week"),
                Arguments.of(UNIFIED_USER_DECRYPT, "attestationType", "eip712-unified-user-decrypt-v2"),
                Arguments.of(UNIFIED_USER_DECRYPT, "attestedPayload", List.of()),
                Arguments.of(UNIFIED_USER_DECRYPT, "signature", "cd".repeat(65)),
                // Beyond the contracts' limits: 366 days, 11 contracts, the owner among them, 33 numbers of 64 bits.
                Arguments.of(DELEGATED_USER_DECRYPT, "durationDays", "366"),
                Arguments.of(USER_DECRYPT, "contractAddresses", Collections.nCopies(11, A)),
                Arguments.of(DELEGATED_USER_DECRYPT, "delegatorAddress", A),
                Arguments.of(
                        PUBLIC_DECRYPT, "ciphertextHandles", Collections.nCopies(33, "0x%064x".formatted(0x1f490500))));
    }

    static Stream<Arguments> badPayloads() {
        return Stream.of(
                Arguments.of("version", "1.0", "attestedPayload.version"),
                Arguments.of("type", "input_proof", "attestedPayload.type"),
                Arguments.of("handles", List.of(), "attestedPayload.handles"),
                Arguments.of("userAddress", "", "attestedPayload.userAddress"),
                Arguments.of("allowedContracts", List.of(A, "0x"), "attestedPayload.allowedContracts[1]"),
                Arguments.of("allowedContracts", Collections.nCopies(11, A), "attestedPayload.allowedContracts"),
                Arguments.of(
                        "requestValidity",
                        Map.of("startTimestamp", "4102444800", "durationSeconds", "1"),
                        "attestedPayload.requestValidity.startTimestamp"),
                Arguments.of(
                        "requestValidity",
                        Map.of("startTimestamp", "1", "durationSeconds", "1"),
                        "attestedPayload.requestValidity"),
                Arguments.of(
                        "requestValidity",
                        Map.of("startTimestamp", Bodies.anHourAgo(), "durationSeconds", "31536001"),
                        "attestedPayload.requestValidity.durationSeconds"),
                Arguments.of("publicKey", "0x", "attestedPayload.publicKey"),
                Arguments.of("extraData", "0x01", "attestedPayload.extraData"),
                Arguments.of("unknown", "x", "attestedPayload"));
    }

    @ParameterizedTest
    @MethodSource("badPayloads")
    void aBadValueInAnAttestedPayloadIsToldUnderItsPath(String key, Object value, String path) {
        Map<String, Object> body = Bodies.unifiedUserDecrypt();
        payload(body).put(key, value);

        Reply reply = api.post(UNIFIED_USER_DECRYPT, body).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo(path);
    }

    @Test
    void anAbsentOwnerIsNamed() {
        Map<String, Object> body = Bodies.unifiedUserDecrypt();
        payload(body).put("handles", List.of(Map.of("ctHandle", Bodies.handle(8009), "contractAddress", A)));

        Reply reply = api.post(UNIFIED_USER_DECRYPT, body).assertProblem(400, "missing_fields");

        assertThat(reply.json().at("/error/details/0/field").asText())
                .isEqualTo("attestedPayload.handles[0].ownerAddress");
    }

    @Test
    void theSdksProbeForTheThirdVersionIsRefusedAsABadRequest() {
        api.post(UNIFIED_USER_DECRYPT, Map.of()).assertProblem(400, "missing_fields");
    }

    @Test
    void handlesOfTwoChainsInOneUnifiedRequestAreRefused() {
        Map<String, Object> body = Bodies.unifiedUserDecrypt();
        payload(body)
                .put(
                        "handles",
                        List.of(
                                Map.of("ctHandle", Bodies.handle(8009), "contractAddress", A, "ownerAddress", B),
                                Map.of("ctHandle", Bodies.handle(9001), "contractAddress", A, "ownerAddress", B)));

        Reply reply = api.post(UNIFIED_USER_DECRYPT, body).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo("attestedPayload.handles");
    }

    @SuppressWarnings("unchecked") // The body is made of maps with text keys.
    private static Map<String, Object> payload(Map<String, Object> body) {
        return (Map<String, Object>) body.get("attestedPayload");
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void aBadValueIsToldUnderItsField(String path, String field, Object value) {
        Map<String, Object> body = Bodies.of(path);
        body.put(field, value);

        Reply reply = api.post(path, body).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo(field);
        assertThat(reply.json().at("/error/details/0/issue").asText()).isNotBlank();
    }

    @Test
    void aHandleOfAnUnknownChainIsRefusedWithTheChain() {
        Map<String, Object> publicDecrypt = Bodies.publicDecrypt();
        publicDecrypt.put("ciphertextHandles", List.of(Bodies.handle(8009), Bodies.handle(99999)));
        Map<String, Object> userDecrypt = Bodies.userDecrypt();
        userDecrypt.put("handleContractPairs", List.of(Map.of("handle", Bodies.handle(99999), "contractAddress", A)));

        Map<String, Object> unified = Bodies.unifiedUserDecrypt();
        payload(unified)
                .put(
                        "handles",
                        List.of(Map.of("ctHandle", Bodies.handle(99999), "contractAddress", A, "ownerAddress", B)));

        for (Reply reply : List.of(
                api.post(PUBLIC_DECRYPT, publicDecrypt),
                api.post(USER_DECRYPT, userDecrypt),
                api.post(UNIFIED_USER_DECRYPT, unified))) {
            reply.assertProblem(400, "host_chain_id_not_supported");
            assertThat(reply.json().at("/error/message").asText()).contains("99999");
        }
    }

    static Stream<Arguments> malformed() {
        String good = "{\"contractChainId\":\"8009\"";
        return Stream.of(
                        "",
                        " ",
                        "{",
                        good,
                        good + " \"userAddress\":\"0x\"}",
                        good + "}}",
                        good + "} {}",
                        good + ",}",
                        "{'contractChainId':1}",
                        "{\"a\":NaN}",
                        "{\"a\":01}",
                        "{\"a\":1,\"a\":1}",
                        "{\"a\":{\"b\":1,\"b\":2}}",
                        "{\"contractChainId\":\"8009\",\"contractChainId\":\"8009\"}",
                        "{\"contractChainId\":{}}",
                        "{\"contractChainId\":true}",
                        "{\"a\":\"\u0001\"}",
                        "{\"a\":\"\\x\"}",
                        "[".repeat(100_000),
                        "{\"a\":".repeat(100_000),
                        "[".repeat(100_000) + "]".repeat(100_000),
                        "{\"contractChainId\":" + "9".repeat(1_000_000) + "}",
                        "{\"a\":1" + "0".repeat(1_000_000) + "}",
                        "{\"a\":0." + "1".repeat(1_000_000) + "}",
                        "{\"" + "k".repeat(1_000_000) + "\":1}",
                        "\ufeff{}")
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void aBodyThatIsNoJsonIsMalformed(String body) {
        api.post(INPUT_PROOF, body.getBytes(StandardCharsets.UTF_8)).assertProblem(400, "malformed_json");
    }

    @Test
    void bytesThatAreNoUtf8AreMalformed() throws IOException {
        byte[][] invalid = {
            {(byte) 0xff},
            {(byte) 0xc0, (byte) 0xaf},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {(byte) 0xe2, (byte) 0x82}
        };
        for (byte[] bytes : invalid) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.write("{\"extraData\":\"".getBytes(StandardCharsets.UTF_8));
            body.write(bytes);
            body.write("\"}".getBytes(StandardCharsets.UTF_8));
            api.post(INPUT_PROOF, body.toByteArray()).assertProblem(400, "malformed_json");
        }
        api.post(INPUT_PROOF, "{}".getBytes(StandardCharsets.UTF_16)).assertProblem(400, "malformed_json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"text\"", "1", "null", "true"})
    void aDocumentThatIsNoObjectIsNotValid(String body) {
        Reply reply =
                api.post(PUBLIC_DECRYPT, body.getBytes(StandardCharsets.UTF_8)).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo("request");
    }

    @Test
    void aNumberWithAHugeExponentIsNotWrittenOut() {
        api.post(INPUT_PROOF, """
                        {"contractChainId": 1e999999999, "contractAddress": "%s", "userAddress": "%s",
                         "ciphertextWithInputVerification": "00", "extraData": "0x00"}""".formatted(A, A).getBytes(StandardCharsets.UTF_8))
                .assertProblem(400, "validation_failed");
    }

    @Test
    void aBodyOfTwoMebibytesIsReadAndOneByteMoreIsNot() {
        // Given bodies of the largest size and one more, of hex with a wrong end
        String head = "{\"ciphertextWithInputVerification\":\"";
        byte[] largest = (head + "a".repeat(MAX_BODY - head.length() - 2) + "\"}").getBytes(StandardCharsets.UTF_8);
        byte[] tooLarge = (head + "a".repeat(MAX_BODY - head.length() - 1) + "\"}").getBytes(StandardCharsets.UTF_8);

        assertThat(largest).hasSize(MAX_BODY);
        api.post(INPUT_PROOF, largest).assertProblem(400, "missing_fields");
        api.post(INPUT_PROOF, tooLarge).assertProblem(400, "request_error");
    }

    @Test
    void aLargeBodyWithoutAnnouncedLengthIsRefused() {
        api.send(api.request(INPUT_PROOF)
                        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[MAX_BODY + 1]))))
                .assertProblem(400, "request_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100000000", "99999999999999", "9223372036854775807", "99999999999999999999999"})
    void aHugeAnnouncedLengthIsRefusedWithoutReading(String length) throws IOException {
        String answer = raw.exchange("POST " + INPUT_PROOF + " HTTP/1.1\r\nContent-Length: " + length, new byte[0]);

        assertThat(answer).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aBodyThatDoesNotArriveInTimeIsRefused() throws IOException {
        String answer = raw.exchange(
                "POST " + INPUT_PROOF + " HTTP/1.1\r\nContent-Length: 100", "{".getBytes(StandardCharsets.UTF_8));

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"request_error\"", "did not arrive in time");
    }

    @Test
    void aClientThatAsksBeforeItSendsIsToldToContinue() throws IOException {
        String answer = raw.exchange(
                "POST " + INPUT_PROOF + " HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue",
                "{}".getBytes(StandardCharsets.UTF_8));

        assertThat(answer).startsWith("HTTP/1.1 100 Continue").contains("HTTP/1.1 400 ", "\"missing_fields\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "nonsense", ""})
    void aBodyThatMayBeJsonIsReadWhateverItIsCalled(String mediaType) throws IOException {
        String answer = raw.exchange(
                "POST " + INPUT_PROOF + " HTTP/1.1\r\nContent-Length: 2\r\nContent-Type: " + mediaType,
                "{}".getBytes(StandardCharsets.UTF_8));

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"missing_fields\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/xml", "nonsense", "*/*"})
    void theAnswerIsJsonWhateverIsAccepted(String accept) {
        api.send(api.request("/nowhere").header("Accept", accept)).assertProblem(404, "not_found");
        api.send(api.request(INPUT_PROOF + "/" + UUID.randomUUID()).header("Accept", accept))
                .assertProblem(404, "not_found");
        api.send(api.request(INPUT_PROOF).header("Accept", accept).POST(BodyPublishers.ofString("{}")))
                .assertProblem(400, "missing_fields");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic bm9ib2R5Om5vdGhpbmc=", "Basic !", "Bearer nothing", "nonsense"})
    void credentialsAreNotLookedAt(String authorization) {
        api.send(api.request(INPUT_PROOF).header("Authorization", authorization).POST(BodyPublishers.ofString("{}")))
                .assertProblem(400, "missing_fields");
    }

    @ParameterizedTest
    @CsvSource({
        "/",
        "/v1/input-proof",
        "/v2",
        "/v2/",
        "/v2/input-proofs",
        "/v2/input-proof/a/b",
        "/q/health",
        "/q/metrics",
        "/index.html",
        "/v2/../etc/passwd",
        "/v2/input-proof/%2e%2e/x"
    })
    void anUnknownPathIsNotFound(String path) throws IOException {
        String answer = raw.exchange("GET " + path + " HTTP/1.1", new byte[0]);

        assertThat(answer).startsWith("HTTP/1.1 404 ").contains("\"label\":\"not_found\"", "\"requestId\":\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v2/input-proof/{job_id}",
                "/v2/input-proof/<id>",
                "/v2/input-proof/a|b",
                "/v2/input-proof/7f0d2f63-6f2d-4f0e-8a5e-8a2f9b1c2d3e?wait=%zz",
                "/v2/jobs/{job_id}/events"
            })
    void aTargetThatIsNoUriIsRefusedInTheEnvelope(String target) throws IOException {
        String answer = raw.exchange("GET " + target + " HTTP/1.1", new byte[0]);

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"status\":\"failed\"", "\"requestId\":\"");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v2/input-proof",
        "PUT, /v2/input-proof",
        "DELETE, /v2/user-decrypt",
        "PATCH, /v2/public-decrypt",
        "POST, /v2/public-decrypt/7f0d2f63-6f2d-4f0e-8a5e-8a2f9b1c2d3e",
        "DELETE, /v2/public-decrypt/7f0d2f63-6f2d-4f0e-8a5e-8a2f9b1c2d3e",
        "BREW, /v2/input-proof",
        "POST, /version"
    })
    void aMethodThatAPathDoesNotHaveIsToldInTheEnvelope(String method, String path) throws IOException {
        String answer = raw.exchange(method + " " + path + " HTTP/1.1\r\nContent-Length: 0", new byte[0]);

        assertThat(answer).startsWith("HTTP/1.1 405 ").contains("\"label\":\"request_error\"", "\"requestId\":\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "1-1-1-1-1",
                "7f0d2f636f2d4f0e8a5e8a2f9b1c2d3e",
                "7f0d2f63-6f2d-4f0e-8a5e-8a2f9b1c2d3",
                "7f0d2f63-6f2d-4f0e-8a5e-8a2f9b1c2d3g",
                "7f0d2f63-6f2d-4f0e-8a5e-8a2f9b1c2d3e'",
                "%00",
                "%27%20OR%201=1"
            })
    void aJobIdThatIsNoUuidIsNotValid(String jobId) {
        Reply reply = api.get(INPUT_PROOF + "/" + jobId).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo("job_id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v2/input-proof/%zz", "/v2/%", "/v2/input-proof/%ff%fe"})
    void aPathThatCannotBeDecodedIsNoServerError(String path) throws IOException {
        String answer = raw.exchange("GET " + path + " HTTP/1.1", new byte[0]);

        assertThat(answer).containsPattern("^HTTP/1.1 4[0-9][0-9] ").doesNotContain("Exception", "<html");
    }
}
