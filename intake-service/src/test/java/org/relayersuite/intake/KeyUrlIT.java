package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** The service with a host chain and a gateway behind it. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(value = HostNodeResource.class, restrictToAnnotatedClass = true)
class KeyUrlIT {
    private static final String PATH = "/v2/keyurl";

    @TestHTTPResource
    URI base;

    @TestHTTPResource(value = "/q", management = true)
    URI management;

    @Inject
    Database database;

    private Api api;

    @BeforeEach
    void connect() {
        api = new Api(base);
        await().until(() -> api.get(PATH).status() == 200);
    }

    @Test
    void theBodyIsTheOneThatSdksRead() {
        Reply reply = api.get(PATH);

        assertThat(reply.http().headers().firstValue("Content-Type")).contains("application/json");
        assertThat(reply.http().body()).isEqualTo("""
                {"status":"succeeded","response":{"fheKeyInfo":[{"fhePublicKey":{"dataId":"0x%1$s",\
                "urls":["%3$s/PublicKey/%1$s"]}}],"crs":{"2048":{"dataId":"0x%2$s","urls":["%3$s/CRS/%2$s"]}}}}""".formatted(
                "04" + "0".repeat(61) + "1", "05" + "0".repeat(61) + "1", "https://storage.example/kms-public/PUB-p1"));
    }

    @Test
    void headersTellHowOldItIs() {
        Reply reply = api.get(PATH);

        assertThat(reply.http().headers().firstValue("Age"))
                .hasValueSatisfying(age -> assertThat(Integer.parseInt(age)).isBetween(0, 60));
        assertThat(reply.http().headers().firstValue("Last-Modified")).contains("Thu, 01 Jan 2026 00:01:40 GMT");
        assertThat(reply.http().headers().firstValue("Cache-Control")).contains("no-cache");
    }

    @Test
    void otherMethodsAndWhatIsBelowAnswerInTheEnvelope() {
        api.send(api.request(PATH).POST(BodyPublishers.ofString("{}"))).assertProblem(405, "request_error");
        api.get(PATH + "/x").assertProblem(404, "not_found");
    }

    @Test
    void itIsCountedAndItsAgeIsAMetric() {
        api.get(PATH);

        assertThat(metrics())
                .contains(
                        "relayer_http_responses_total{endpoint=\"/keyurl\",method=\"GET\",status=\"200\",version=\"v2\"}")
                .contains(
                        "relayer_http_responses_total{endpoint=\"/keyurl\",method=\"GET\",status=\"503\",version=\"v2\"}")
                .containsPattern("relayer_keyurl_age_seconds [0-9.E-]+\n")
                .contains("relayer_keyurl_poll_failures_total 0.0");
    }

    @Test
    void healthzNamesTheGatewayEveryListenerAndTheKeyUrl() {
        // Given three listeners, one of which has been silent
        database.query("DELETE FROM service_heartbeat");
        beat("a", 0);
        beat("b", 0);
        beat("c", 0);

        // Then all is well
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Reply healthy = api.get("/healthz");
            assertThat(healthy.status()).isEqualTo(200);
            assertThat(healthy.http().body()).isEqualTo("""
                    {"status":"healthy","dependencies":{"database":"ok","gateway_http":"ok","gateway_listener_0":"ok",\
                    "gateway_listener_1":"ok","gateway_listener_2":"ok","keyurl":"ok"}}""");
        });

        // And when the second falls silent it fails, at its place, and the pod stays ready
        beat("b", 20);
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Reply failing = api.get("/healthz");
            assertThat(failing.status()).isEqualTo(503);
            assertThat(failing.json().at("/status").asText()).isEqualTo("unhealthy");
            assertThat(failing.json().at("/dependencies/gateway_listener_0").asText())
                    .isEqualTo("ok");
            assertThat(failing.json().at("/dependencies/gateway_listener_1").asText())
                    .isEqualTo("fail");
            assertThat(failing.json().at("/dependencies/gateway_listener_2").asText())
                    .isEqualTo("ok");
        });
        assertThat(new Api(management).get("/q/health/ready").status()).isEqualTo(200);

        // And when it has been silent for long, nobody speaks of it
        beat("b", 120);
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Reply healthy = api.get("/healthz");
            assertThat(healthy.status()).isEqualTo(200);
            assertThat(healthy.json().at("/dependencies").has("gateway_listener_2"))
                    .isFalse();
        });
    }

    private void beat(String instance, int secondsAgo) {
        database.query("""
                INSERT INTO service_heartbeat AS h (service, instance, beat_at)
                VALUES ('gateway-listener', $1, clock_timestamp() - $2 * interval '1 second')
                ON CONFLICT (service, instance) DO UPDATE SET beat_at = excluded.beat_at""", instance, secondsAgo);
    }

    private String metrics() {
        Api operations = new Api(management);
        String credentials = Base64.getEncoder()
                .encodeToString(("ops:" + PostgresResource.MANAGEMENT_PASSWORD).getBytes(StandardCharsets.UTF_8));
        return operations
                .send(operations.request("/q/metrics").header("Authorization", "Basic " + credentials))
                .http()
                .body();
    }
}
