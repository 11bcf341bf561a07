package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** {@code /admin/config} while it is enabled (spec/relayer.md 1.13; section 12, items 37 and 38). */
@QuarkusTest
@TestProfile(AdminConfigIT.Enabled.class)
@QuarkusTestResource(value = PostgresResource.class, restrictToAnnotatedClass = true)
class AdminConfigIT {
    public static final class Enabled implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("relayer.http.enable-admin-endpoint", "true", "relayer.http.admin-refresh", "1S");
        }
    }

    @TestHTTPResource
    URI base;

    @TestHTTPResource(value = "/", management = true)
    URI management;

    @Inject
    Database database;

    private Operator operator;

    @BeforeEach
    void connect() {
        operator = new Operator(management);
    }

    @AfterEach
    void forget() {
        database.query("DELETE FROM runtime_setting");
        database.query("UPDATE admin_version SET version = version + 1");
        await().until(() -> operator.get("/admin/config")
                        .json()
                        .at("/values/RetryAfterMinSeconds")
                        .asInt()
                == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"input_proof_throttler_tps", "user_decrypt_throttler_tps", "public_decrypt_throttler_tps"})
    void eachThrottlerTakesWhatIsWithinItsBoundsAndSaysSo(String name) {
        for (int value : new int[] {50, 1, 1000}) {
            Reply reply = set("name", name, Integer.toString(value));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.json().get("name").asText()).isEqualTo(name);
            assertThat(reply.json().get("value").isInt()).isTrue();
            assertThat(reply.json().get("value").asInt()).isEqualTo(value);
            assertThat(reply.json().get("message").asText()).isNotBlank();
        }
        for (int value : new int[] {0, 1001}) {
            assertRefused(set("name", name, Integer.toString(value)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nominal_readiness_check_seconds, 1, 3600, 0, 3601",
        "nominal_input_proof_processing_seconds, 1, 3600, 0, 3601",
        "nominal_user_decrypt_processing_seconds, 1, 3600, 0, 3601",
        "nominal_public_decrypt_processing_seconds, 1, 3600, 0, 3601",
        "nominal_tx_confirmation_ms, 1, 60000, 0, 60001",
        "retry_after_max_seconds, 1, 3600, 0, 3601",
        "retry_after_min_seconds, 1, 300, 0, 301",
        "retry_after_safety_margin, 0.0, 1.0, -0.1, 1.1",
        "retry_after_safety_margin, 0.25, 1e-1, 1, 0",
        "retry_after_safety_margin, 1e-999999999, 0.1000000000000000055511, -1e-999999999, 1e999999999",
        "retry_after_min_seconds, 2, 3, 2.0, -1",
        "retry_after_min_seconds, 2, 3, '\"2\"', true",
        "retry_after_min_seconds, 2, 3, null, []",
        "retry_after_min_seconds, 2, 3, 99999999999999999999, 4294967297"
    })
    void everyParameterHasItsTypeAndBounds(String name, String good, String alsoGood, String bad, String alsoBad) {
        for (String value : new String[] {good, alsoGood}) {
            assertThat(set("name", name, value).status()).as(value).isEqualTo(200);
        }
        for (String value : new String[] {bad, alsoBad}) {
            assertRefused(set("name", name, value));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{",
                "{\"value\":50}",
                "{\"name\":\"input_proof_throttler_tps\"}",
                "{\"name\":\"unknown\",\"value\":50}",
                "{\"name\":1,\"value\":50}",
                "{\"name\":\"input_proof_throttler_tps\",\"value\":50,\"more\":1}",
                "{\"name\":\"input_proof_throttler_tps\",\"name\":\"input_proof_throttler_tps\",\"value\":50}",
                "{\"name\":\"input_proof_throttler_tps\",\"param\":\"input_proof_throttler_tps\",\"value\":50}"
            })
    void whatIsNoSettingIsRefused(String body) {
        assertRefused(operator.post("/admin/config", body));
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        Reply reply = operator.post("/admin/config", " ".repeat(20_000));

        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.json().get("error").asText()).isNotBlank();
    }

    @Test
    void theBoundsOfRetryAfterDoNotCross() {
        assertThat(set("name", "retry_after_max_seconds", "10").status()).isEqualTo(200);

        assertRefused(set("name", "retry_after_min_seconds", "11"));
        assertThat(set("name", "retry_after_min_seconds", "10").status()).isEqualTo(200);
        assertRefused(set("name", "retry_after_max_seconds", "9"));
    }

    @Test
    void theListHasValuesAndTheParametersWithTheirConstraints() {
        // Given
        JsonNode before = operator.get("/admin/config").json();
        set("param", "user_decrypt_throttler_tps", "77");

        // When
        JsonNode after = operator.get("/admin/config").json();

        // Then throttlers are among the values from their first change on
        assertThat(before.at("/values/UserDecryptThrottlerTps").isMissingNode()).isTrue();
        assertThat(after.at("/values/UserDecryptThrottlerTps").asInt()).isEqualTo(77);
        assertThat(after.at("/values/RetryAfterSafetyMargin").isFloatingPointNumber())
                .isTrue();
        assertThat(after.at("/values/NominalTxConfirmationMs").asInt()).isEqualTo(250);
        assertThat(after.get("available_params")).hasSize(11);
        JsonNode margin = StreamSupport.stream(after.get("available_params").spliterator(), false)
                .filter(param -> param.get("name").asText().equals("retry_after_safety_margin"))
                .findFirst()
                .orElseThrow();
        assertThat(margin.get("description").asText()).isNotBlank();
        assertThat(margin.get("constraints").toString()).isEqualTo("{\"type\":\"f32\",\"min\":0.0,\"max\":1.0}");
    }

    @Test
    void whatIsSetActsAtOnceAndIsStoredAndAudited() {
        // When
        set("name", "retry_after_min_seconds", "123");

        // Then
        assertThat(new Api(base).post(Bodies.INPUT_PROOF, Bodies.inputProof()).retryAfter())
                .hasValue(123);
        assertThat(database.query("SELECT FROM runtime_setting WHERE name = 'retry_after_min_seconds' AND value = 123"
                        + " AND updated_by = 'ops'"))
                .hasSize(1);
        assertThat(database.query("SELECT FROM admin_audit WHERE actor = 'ops' AND action = 'setting_changed'"
                        + " AND subject = 'retry_after_min_seconds' AND after ->> 'value' = '123'"))
                .hasSize(1);
    }

    @Test
    void whatAnotherPodSetActsWithinSecondsEvenWithoutANotification() {
        // Given a change by another pod whose notification is lost
        database.query("INSERT INTO runtime_setting (name, value, updated_by)"
                + " VALUES ('nominal_input_proof_processing_seconds', 100, 'ops'), ('of_a_later_release', 1, 'ops')");
        database.query("UPDATE admin_version SET version = version + 1");

        // Then
        await().untilAsserted(() -> assertThat(new Api(base)
                        .post(Bodies.INPUT_PROOF, Bodies.inputProof())
                        .retryAfter()
                        .orElseThrow())
                .isGreaterThan(100));
    }

    private Reply set(String nameKey, String name, String value) {
        return operator.post("/admin/config", "{\"%s\":\"%s\",\"value\":%s}".formatted(nameKey, name, value));
    }

    private static void assertRefused(Reply reply) {
        assertThat(reply.status()).as(reply.http().body()).isEqualTo(400);
        assertThat(reply.json()).hasSize(1);
        assertThat(reply.json().get("error").asText()).isNotBlank();
    }
}
