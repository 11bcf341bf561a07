package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.intake.Api.Reply;

/** What operators ask the service. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class ProbesIT {
    @TestHTTPResource
    URI base;

    @TestHTTPResource(value = "/q", management = true)
    URI management;

    private Api api;
    private Api operations;

    @BeforeEach
    void connect() {
        api = new Api(base);
        operations = new Api(management);
    }

    @Test
    void livenessHasTheExactBody() {
        Reply reply = api.get("/liveness");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.http().body()).isEqualTo("{\"status\":\"alive\"}");
    }

    @Test
    void healthzFailsWithoutAnyListenerThoughThePodIsReady() {
        Reply reply = api.get("/healthz");

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.http().body())
                .isEqualTo(
                        "{\"status\":\"unhealthy\",\"dependencies\":{\"database\":\"ok\",\"gateway_listener_0\":\"fail\"}}");
        assertThat(operations.get("/q/health/ready").status()).isEqualTo(200);
    }

    @Test
    void withoutAHostChainThereIsNoKeyUrl() {
        api.get("/v2/keyurl").assertProblem(404, "not_found");
    }

    @Test
    void versionHasItsThreeFields() {
        JsonNode version = api.get("/version").json();

        assertThat(version.get("name").asText()).isEqualTo("relayer-service");
        assertThat(version.get("version").asText()).isNotBlank();
        assertThat(version.get("build").asText()).matches("[0-9a-f]{40}-(clean|dirty)|unknown");
        assertThat(version).hasSize(3);
    }

    @Test
    void theManagementPortTellsHealthToAnyoneAndMetricsToOperatorsOnly() {
        assertThat(operations.get("/q/health/live").status()).isEqualTo(200);
        assertThat(operations.get("/q/health/ready").json().findValuesAsText("name"))
                .containsExactlyInAnyOrder("Graceful Shutdown", "database");
        assertThat(operations.get("/q/metrics").status()).isEqualTo(401);
        assertThat(metrics()).contains("# TYPE");
    }

    @Test
    void metricsStandAtZeroBeforeTheFirstEvent() {
        // Given events that no test causes: a request of the SDK's 0.5, a POST answered 500
        List<String> zeros = Stream.of("/input-proof", "/public-decrypt", "/user-decrypt", "/delegated-user-decrypt")
                .flatMap(endpoint -> Stream.of("""
                                relayer_http_requests_total{endpoint="%s",method="POST",\
                                relayer_sdk_name="@zama-fhe/relayer-sdk",relayer_sdk_version="0.5",version="v2"} 0.0""", """
                                relayer_http_responses_total{endpoint="%s",method="POST",status="500",version="v2"} 0.0""", """
                                relayer_http_request_duration_seconds_bucket{endpoint="%s",method="POST",\
                                status="500",version="v2",le="0.005"} 0.0""").map(series -> series.formatted(endpoint)))
                .toList();

        // Then they are there nevertheless
        assertThat(metrics().lines()).containsAll(zeros);
        for (String kind : List.of("input_proof", "public_decrypt", "user_decrypt")) {
            assertThat(metrics())
                    .contains("relayer_retry_after_raw_eta_seconds_bucket{req_type=\"%s\",le=\"2400.0\"}"
                            .formatted(kind));
        }
    }

    @Test
    void requestsAreCountedByEndpointStatusAndSdk() {
        // Given the counts before
        double requests = value("relayer_http_requests_total{", "/public-decrypt", "POST", "relayer-sdk", "0.4");
        double responses = value("relayer_http_responses_total{", "/public-decrypt", "POST", "400");
        double durations = value("relayer_http_request_duration_seconds_count{", "/public-decrypt", "POST", "400");

        // When an SDK posts something bad
        api.send(api.request(Bodies.PUBLIC_DECRYPT)
                .header("ZAMA-SDK-NAME", "@zama-fhe/relayer-sdk")
                .header("ZAMA-SDK-VERSION", "0.4.2")
                .POST(BodyPublishers.ofString("{}")));

        // Then each count is one higher
        assertThat(value("relayer_http_requests_total{", "/public-decrypt", "POST", "relayer-sdk", "0.4"))
                .isEqualTo(requests + 1);
        assertThat(value("relayer_http_responses_total{", "/public-decrypt", "POST", "400"))
                .isEqualTo(responses + 1);
        assertThat(value("relayer_http_request_duration_seconds_count{", "/public-decrypt", "POST", "400"))
                .isEqualTo(durations + 1);
    }

    @Test
    void pollsOfDelegatedDecryptionsCountAsPollsOfUserDecryptions() {
        double before = value("relayer_http_responses_total{", "\"/user-decrypt\"", "GET", "404", "v2");

        api.get(Bodies.DELEGATED_USER_DECRYPT + "/" + UUID.randomUUID()).assertProblem(404, "not_found");

        assertThat(value("relayer_http_responses_total{", "\"/user-decrypt\"", "GET", "404", "v2"))
                .isEqualTo(before + 1);
        assertThat(metrics()).doesNotContain("endpoint=\"/delegated-user-decrypt\",method=\"GET\"");
    }

    @Test
    void estimatesAreRecorded() {
        double before = value("relayer_retry_after_raw_eta_seconds_count{", "input_proof");
        api.post(Bodies.INPUT_PROOF, Bodies.inputProof()).assertAccepted();

        assertThat(value("relayer_retry_after_raw_eta_seconds_count{", "input_proof"))
                .isEqualTo(before + 1);
    }

    @Test
    void whatClientsMakeUpBecomesNoLabel() {
        api.send(api.request(Bodies.PUBLIC_DECRYPT)
                .method("BREW", BodyPublishers.noBody())
                .header("zama-sdk-name", "made-up")
                .header("zama-sdk-version", "9.9"));
        api.get("/made-up-path");
        api.get(Bodies.PUBLIC_DECRYPT + "/made-up-id");

        assertThat(metrics()).doesNotContain("BREW", "made-up", "9.9\"");
    }

    private double value(String name, String... labels) {
        return metrics()
                .lines()
                .filter(line ->
                        line.startsWith(name) && List.of(labels).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private String metrics() {
        String credentials = Base64.getEncoder()
                .encodeToString(("ops:" + PostgresResource.MANAGEMENT_PASSWORD).getBytes(StandardCharsets.UTF_8));
        Reply reply = operations.send(operations.request("/q/metrics").header("Authorization", "Basic " + credentials));
        assertThat(reply.status()).isEqualTo(200);
        return reply.http().body();
    }
}
