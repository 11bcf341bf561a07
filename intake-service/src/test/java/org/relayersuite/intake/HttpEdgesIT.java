package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.store.sql.Database;

/** The edges of HTTP itself. Clients die of HTML (spec/relayer.md 1.14): there is none, whatever they send. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class HttpEdgesIT {
    private static final String HOST = "\r\nHost: localhost\r\n";
    private static final String GOOD = "GET /liveness HTTP/1.1" + HOST + "Connection: close\r\n\r\n";

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    private Api api;
    private RawHttp raw;
    private long rowsBefore;

    @BeforeEach
    void connect() {
        api = new Api(base);
        raw = new RawHttp(base);
        rowsBefore = new Rows(database).countAll();
    }

    static Stream<Arguments> noRequests() {
        return Stream.of(
                Arguments.of("nothing but a line end", "\r\n\r\n\r\n"),
                Arguments.of("no HTTP", "hello there\r\n\r\n"),
                Arguments.of("a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"),
                Arguments.of("an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                Arguments.of("no version", "GET /liveness" + HOST + "\r\n"),
                Arguments.of("an odd version", "GET /liveness HTTP/9.9" + HOST + "\r\n"),
                Arguments.of("a version of letters", "GET /liveness HTTP/x.y" + HOST + "\r\n"),
                Arguments.of("a long request line", "GET /" + "a".repeat(20_000) + " HTTP/1.1" + HOST + "\r\n"),
                Arguments.of("a large header", "GET / HTTP/1.1" + HOST + "X: " + "a".repeat(100_000) + "\r\n\r\n"),
                Arguments.of("many headers", "GET / HTTP/1.1" + HOST + "X: aaaaaaaaaa\r\n".repeat(5_000) + "\r\n"),
                Arguments.of("a header without a name", "GET / HTTP/1.1" + HOST + ": x\r\n\r\n"),
                Arguments.of(
                        "a header with a space in its name", "GET / HTTP/1.1" + HOST + "Content-Length : 3\r\n\r\nabc"),
                Arguments.of("a header with a control character", "GET / HTTP/1.1" + HOST + "X: a\u0000b\r\n\r\n"),
                Arguments.of(
                        "two lengths", "POST / HTTP/1.1" + HOST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
                Arguments.of("a negative length", "POST / HTTP/1.1" + HOST + "Content-Length: -1\r\n\r\n"),
                Arguments.of("a length with a sign", "POST / HTTP/1.1" + HOST + "Content-Length: +3\r\n\r\nabc"),
                Arguments.of("a length of letters", "POST / HTTP/1.1" + HOST + "Content-Length: abc\r\n\r\nabc"),
                Arguments.of(
                        "an odd coding",
                        "POST " + INPUT_PROOF + " HTTP/1.1" + HOST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
                Arguments.of(
                        "two codings",
                        "POST " + INPUT_PROOF + " HTTP/1.1" + HOST
                                + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
                Arguments.of(
                        "a bad chunk size",
                        "POST " + INPUT_PROOF + " HTTP/1.1" + HOST
                                + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n"),
                Arguments.of(
                        "a huge chunk size",
                        "POST " + INPUT_PROOF + " HTTP/1.1" + HOST
                                + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}"));
    }

    /** None of it may be taken for a request, and what follows it on the connection is not served. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("noRequests")
    void whatIsNoRequestIsRefusedAndItsConnectionClosed(String name, String bytes) throws IOException {
        String answer = raw.send((bytes + GOOD).getBytes(StandardCharsets.ISO_8859_1));

        assertThat(answer).doesNotContainIgnoringCase("<html", "<!doctype", "Exception", "netty", "vert.x");
        assertThat(answer).doesNotContain("HTTP/1.1 5", "HTTP/1.0 5");
        if (!name.equals("nothing but a line end")) {
            assertThat(answer).as("the request after it").doesNotContain("alive");
        }
        assertAlive();
    }

    @Test
    void twoWaysToSayWhereABodyEndsAreRefusedAndNothingIsSmuggled() throws IOException {
        // Given a request whose length covers another request that its chunks do not
        String smuggled = "GET /liveness HTTP/1.1" + HOST + "Connection: close\r\n\r\n";
        String request = "POST " + INPUT_PROOF + " HTTP/1.1" + HOST + "Content-Length: " + (5 + smuggled.length())
                + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled;

        String answer = raw.send(request.getBytes(StandardCharsets.US_ASCII));

        // Then neither is served
        assertThat(answer).startsWith("HTTP/1.1 400 ").doesNotContain("alive");
        assertAlive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /liveness HTTP/1.1\r\n\r\n",
                "GET /liveness HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                "GET /liveness HTTP/9.9\r\nHost: a\r\n\r\n",
                "GET /liveness HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"
            })
    void aHeadThatTwoServersMayReadDifferentlyIsToldInTheEnvelope(String head) throws IOException {
        String answer = raw.send((head + GOOD).getBytes(StandardCharsets.US_ASCII));

        assertThat(answer)
                .containsPattern("^HTTP/[0-9.]+ 400 ")
                .contains("\"label\":\"request_error\"", "\"requestId\":\"")
                .doesNotContain("alive");
    }

    @Test
    void requestsInOneGoAreAnsweredInTheirOrder() throws IOException {
        String requests = "GET /nowhere HTTP/1.1" + HOST + "\r\n"
                + "POST " + INPUT_PROOF + " HTTP/1.1" + HOST + "Content-Length: 2\r\n\r\n{}"
                + "GET " + INPUT_PROOF + "/x HTTP/1.1" + HOST + "\r\n"
                + GOOD;

        String answer = raw.send(requests.getBytes(StandardCharsets.US_ASCII));

        assertThat(answer).containsSubsequence("not_found", "missing_fields", "validation_failed", "alive");
    }

    @Test
    void aBodyThatIsShorterThanAnnouncedIsNoRequest() throws IOException {
        String answer = raw.send(("POST " + INPUT_PROOF + " HTTP/1.1" + HOST + "Content-Length: 100\r\n\r\n{}")
                .getBytes(StandardCharsets.US_ASCII));

        assertThat(answer).doesNotContain("HTTP/1.1 2", "HTTP/1.1 5");
        assertAlive();
    }

    @Test
    void clientsOfHttp10AreServed() throws IOException {
        String answer = raw.send("GET /liveness HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(answer).containsPattern("^HTTP/1\\.[01] 200 ").endsWith("{\"status\":\"alive\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\u00e4", "localhost:notaport", "a\r\nHost: b"})
    void anOddHostChangesNothing(String host) throws IOException {
        String answer = raw.send(("GET /nowhere HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));

        assertThat(answer).containsPattern("^HTTP/1.1 4[0-9][0-9] ").doesNotContainIgnoringCase("<html", "Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "200-ok", "nonsense"})
    void whateverAClientExpectsItsRequestIsServed(String expectation) throws IOException {
        String answer = raw.exchange(
                "POST " + INPUT_PROOF + " HTTP/1.1\r\nContent-Length: 2\r\nExpect: " + expectation,
                "{}".getBytes(StandardCharsets.US_ASCII));

        assertThat(answer).contains("HTTP/1.1 400 ", "\"label\":\"missing_fields\"");
    }

    static Stream<Arguments> otherFormats() {
        return Arrays.stream(Endpoint.values())
                .flatMap(endpoint -> Stream.of(
                        Arguments.of(endpoint.path(), "Content-Type", "multipart/form-data; boundary=x"),
                        Arguments.of(endpoint.path(), "Content-Type", "text/html"),
                        Arguments.of(endpoint.path(), "Content-Type", "application/xml"),
                        Arguments.of(endpoint.path(), "Content-Encoding", "gzip")));
    }

    @ParameterizedTest
    @MethodSource("otherFormats")
    void aBodyOfAnotherFormatIsToldInTheEnvelope(String path, String header, String value) {
        api.send(api.request(path).header(header, value).POST(BodyPublishers.ofString("{}")))
                .assertProblem(415, "request_error");
    }

    static Stream<Arguments> methods() {
        return Arrays.stream(Endpoint.values())
                .flatMap(endpoint -> Stream.of("GET", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
                        .map(method -> Arguments.of(endpoint.path(), method)));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aMethodThatAnEndpointDoesNotHaveIsToldWithThoseItHas(String path, String method) throws IOException {
        String answer = raw.exchange(method + " " + path + " HTTP/1.1", new byte[0]);

        assertThat(answer)
                .startsWith("HTTP/1.1 405 ")
                .contains("\"label\":\"request_error\"")
                .containsPattern("(?i)\r\nallow: POST, OPTIONS\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v2/input-proof | POST, OPTIONS",
                "/v3/user-decrypt/x | GET, HEAD, OPTIONS",
                "/liveness | GET, HEAD, OPTIONS",
                "/docs | GET, HEAD, OPTIONS"
            })
    void optionsTellsTheMethods(String path, String allowed) throws IOException {
        String answer = raw.exchange("OPTIONS " + path + " HTTP/1.1", new byte[0]);

        assertThat(answer).startsWith("HTTP/1.1 204 ").containsPattern("(?i)\r\nallow: " + allowed + "\r\n");
        assertThat(answer).doesNotContainIgnoringCase("access-control");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/liveness", "/version", "/docs", "/openapi.json"})
    void headIsAnsweredAsGetWithoutTheBody(String path) throws IOException {
        String answer = raw.exchange("HEAD " + path + " HTTP/1.1", new byte[0]);

        assertThat(answer)
                .startsWith("HTTP/1.1 200 ")
                .containsPattern("(?i)content-length: [1-9]")
                .endsWith("\r\n\r\n");
    }

    @Test
    void theBodyOfAPollIsPassedOver() throws IOException {
        String answer = raw.exchange("GET " + INPUT_PROOF + "/x HTTP/1.1\r\nContent-Length: 100000", new byte[100_000]);

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"field\":\"job_id\"");
    }

    @AfterEach
    void nothingIsStored() {
        assertThat(new Rows(database).countAll()).isEqualTo(rowsBefore);
    }

    private void assertAlive() {
        assertThat(api.get("/liveness").status()).isEqualTo(200);
    }
}
