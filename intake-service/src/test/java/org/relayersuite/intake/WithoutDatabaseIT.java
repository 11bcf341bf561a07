package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.intake.Api.Reply;

/** The service while nothing answers at the database's address. */
@QuarkusTest
@TestProfile(WithoutDatabaseIT.NoDatabase.class)
class WithoutDatabaseIT {
    private static final String PASSWORD = "not-to-be-told";

    /** Port 1 of this machine: nobody listens there. */
    public static final class NoDatabase implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "relayer.database.url", "postgresql://localhost:1/relayer",
                    "relayer.database.username", "relayer",
                    "relayer.database.password", PASSWORD,
                    "relayer.management.password", "for-tests-only",
                    "relayer.host-chains[0].chain-id", "8009",
                    "relayer.gateway.contracts.decryption-address", Wallet.DECRYPTION.toString(),
                    "quarkus.http.test-port", "0",
                    "quarkus.management.test-port", "0");
        }
    }

    @TestHTTPResource
    URI base;

    private Api api;

    @BeforeEach
    void connect() {
        api = new Api(base);
    }

    @Test
    void itLivesAndIsNotHealthy() {
        assertThat(api.get("/liveness").status()).isEqualTo(200);

        Reply health = api.get("/healthz");
        assertThat(health.status()).isEqualTo(503);
        assertThat(health.http().body())
                .isEqualTo(
                        "{\"status\":\"unhealthy\",\"dependencies\":{\"database\":\"fail\",\"gateway_listener_0\":\"fail\"}}");
    }

    @Test
    void validRequestsAndPollsFailWithoutATraceOfTheCause() {
        for (Reply reply : new Reply[] {
            api.post(Bodies.INPUT_PROOF, Bodies.inputProof()), api.get(Bodies.INPUT_PROOF + "/" + UUID.randomUUID())
        }) {
            reply.assertProblem(500, "internal_server_error");
            assertThat(reply.http().body()).doesNotContain("localhost", "postgresql", PASSWORD);
        }
    }

    @Test
    void badRequestsAreStillToldWhatIsWrong() {
        api.post(Bodies.INPUT_PROOF, Map.of()).assertProblem(400, "missing_fields");
        api.get(Bodies.INPUT_PROOF + "/x").assertProblem(400, "validation_failed");
    }
}
