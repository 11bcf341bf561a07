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

/** The service while nothing answers at the addresses of the database and of the chains. */
@QuarkusTest
@TestProfile(WithoutDatabaseIT.NoDatabase.class)
class WithoutDatabaseIT {
    private static final String PASSWORD = "not-to-be-told";

    /** Port 1 of this machine: nobody listens there. */
    public static final class NoDatabase implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            String chain = "http://user:" + PASSWORD + "@localhost:1";
            return Map.ofEntries(
                    Map.entry("relayer.database.url", "postgresql://localhost:1/relayer"),
                    Map.entry("relayer.database.username", "relayer"),
                    Map.entry("relayer.database.password", PASSWORD),
                    Map.entry("relayer.management.password", "for-tests-only"),
                    Map.entry("relayer.host-chains[0].chain-id", "8009"),
                    Map.entry("relayer.gateway.http-urls", chain),
                    Map.entry("relayer.gateway.contracts.decryption-address", Wallet.DECRYPTION.toString()),
                    Map.entry("relayer.gateway.chain-id", "654321"),
                    Map.entry("relayer.protocol-config.ethereum-http-rpc-urls", chain),
                    Map.entry("relayer.protocol-config.chain-id", "8009"),
                    Map.entry("relayer.protocol-config.address", "0x" + "9c".repeat(20)),
                    Map.entry("relayer.keyurl.kms-generation-address", "0x" + "9e".repeat(20)),
                    Map.entry("quarkus.http.test-port", "0"),
                    Map.entry("quarkus.management.test-port", "0"));
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
        assertThat(health.http().body()).isEqualTo("""
                {"status":"unhealthy","dependencies":{"database":"fail","gateway_http":"fail",\
                "gateway_listener_0":"fail","keyurl":"fail"}}""");
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
    void withoutAnAnswerOfTheHostChainThereIsNoKeyUrlYet() {
        Reply reply = api.get("/v2/keyurl").assertProblem(503, "gateway_not_reachable");

        assertThat(reply.retryAfter()).isEmpty();
        assertThat(reply.http().body()).doesNotContain("localhost", PASSWORD);
    }

    @Test
    void badRequestsAreStillToldWhatIsWrong() {
        api.post(Bodies.INPUT_PROOF, Map.of()).assertProblem(400, "missing_fields");
        api.get(Bodies.INPUT_PROOF + "/x").assertProblem(400, "validation_failed");
    }
}
