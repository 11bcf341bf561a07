package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.demo.ApiClient;
import org.relayersuite.devnet.process.ServiceProcess;
import org.relayersuite.devnet.process.Signal;

/** What clients and operators are told about what lies around the suite, by the running services. */
class KeyUrlIT {
    private static Suite suite;
    private static RpcClient hostRpc;
    private static ApiClient api;

    @BeforeAll
    static void start() throws InterruptedException {
        suite = Suite.start("keyurl", EnumSet.of(SuiteService.GATEWAY_LISTENER, SuiteService.INTAKE));
        hostRpc = suite.devnet().host().newRpcClient();
        ServiceProcess eager = suite.devnet()
                .startReplica(
                        SuiteService.INTAKE,
                        "intake-eager",
                        Map.of(
                                "RELAYER_KEYURL_POLL_INTERVAL", "200ms",
                                "RELAYER_HEALTH_MAX_AGE", "100ms",
                                "RELAYER_HEALTH_LISTENER_STALE_AFTER", "5s"));
        eager.awaitReady();
        api = new ApiClient(eager.http());
    }

    @AfterAll
    static void stop() {
        api.close();
        hostRpc.close();
        suite.close();
    }

    @Test
    void theKeyUrlNamesWhatIsActiveOnTheHostChainAndItsFirstNode() throws InterruptedException {
        // When
        JsonNode answer = awaitKeyUrl(suite.api());

        // Then the ids are those of the chain, and one node's URLs are told of the four in the context
        JsonNode key = answer.at("/response/fheKeyInfo/0/fhePublicKey");
        JsonNode crs = answer.at("/response/crs/2048");
        String keyId = id("getActiveKeyId()");
        String crsId = id("getActiveCrsId()");
        assertThat(key.path("dataId").asText()).isEqualTo("0x" + keyId);
        assertThat(crs.path("dataId").asText()).isEqualTo("0x" + crsId);
        assertThat(key.path("urls").toString())
                .isEqualTo("[\"" + suite.devnet().keyStorage() + "/PUB-p1/PublicKey/" + keyId + "\"]");
        assertThat(crs.path("urls").toString())
                .isEqualTo("[\"" + suite.devnet().keyStorage() + "/PUB-p1/CRS/" + crsId + "\"]");
    }

    @Test
    void aNewActiveKeyReachesClientsWhenItIsFinal() throws InterruptedException {
        // Given
        String before = awaitKeyUrl(api)
                .at("/response/fheKeyInfo/0/fhePublicKey/dataId")
                .asText();

        // When
        suite.devnet().contracts().activateKey();

        // Then
        String after = "0x" + id("getActiveKeyId()");
        assertThat(after).isNotEqualTo(before);
        await().atMost(Suite.PATIENCE)
                .untilAsserted(() -> assertThat(awaitKeyUrl(api)
                                .at("/response/fheKeyInfo/0/fhePublicKey/dataId")
                                .asText())
                        .isEqualTo(after));
    }

    @Test
    void healthFollowsTheListenersThatAreAtWork() throws InterruptedException {
        // Given the devnet's listener and two more
        ServiceProcess dies = suite.devnet().startReplica(SuiteService.GATEWAY_LISTENER, "listener-dies", Map.of());
        ServiceProcess stops = suite.devnet().startReplica(SuiteService.GATEWAY_LISTENER, "listener-stops", Map.of());
        awaitHealth("healthy", 3, 0);

        // When one dies it fails, when one is told to stop it is no longer told about
        dies.kill();
        awaitHealth("unhealthy", 2, 1);
        stops.signal(Signal.TERM);
        awaitHealth("unhealthy", 1, 1);
    }

    private static void awaitHealth(String status, int working, int failing) {
        await().atMost(Suite.PATIENCE).untilAsserted(() -> {
            JsonNode health = api.get("/healthz").body();
            List<String> listeners = new ArrayList<>();
            for (Map.Entry<String, JsonNode> entry : health.path("dependencies").properties()) {
                if (entry.getKey().startsWith("gateway_listener_")) {
                    assertThat(entry.getKey()).isEqualTo("gateway_listener_" + listeners.size());
                    listeners.add(entry.getValue().asText());
                } else {
                    assertThat(entry.getValue().asText()).as(entry.getKey()).isEqualTo("ok");
                }
            }
            assertThat(health.path("status").asText()).isEqualTo(status);
            assertThat(listeners).filteredOn("ok"::equals).hasSize(working);
            assertThat(listeners).filteredOn("fail"::equals).hasSize(failing);
            assertThat(health.path("dependencies").properties())
                    .extracting(Map.Entry::getKey)
                    .contains("database", "gateway_http", "keyurl");
        });
    }

    private static JsonNode awaitKeyUrl(ApiClient client) throws InterruptedException {
        await().atMost(Suite.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> client.get("/v2/keyurl").status() == 200);
        return client.get("/v2/keyurl").body();
    }

    /** The answer of a view of KMSGeneration, 64 hex digits. */
    private static String id(String view) {
        Address contract = suite.devnet().contracts().addresses().kmsGeneration();
        BigInteger id = new AbiReader(new Ethereum(hostRpc).call(contract, Calldata.encode(view)), 1).uint(0);
        return "%064x".formatted(id);
    }
}
