package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.demo.ApiClient;

/** A request that nobody answers ends, and stays ended. */
class TimeoutIT {
    private static Suite suite;
    private static RpcClient gatewayRpc;

    @BeforeAll
    static void start() throws InterruptedException {
        suite = Suite.start("timeout", EnumSet.of(SuiteService.INTAKE, SuiteService.GATEWAY_LISTENER, SuiteService.TX));
        gatewayRpc = suite.devnet().gateway().newRpcClient();
        suite.devnet()
                .startReplica(
                        SuiteService.CRON,
                        "cron-impatient",
                        Map.of(
                                "RELAYER_CRON_TIMEOUT_INTERVAL", "200ms",
                                "RELAYER_CRON_DEADLINES_QUEUED", "2s",
                                "RELAYER_CRON_DEADLINES_RECEIPT_RECEIVED", "2s"));
        await().atMost(Suite.PATIENCE)
                .until(() -> suite.count("SELECT count(*) FROM deadline_term WHERE term = interval '2 seconds'") == 6);
    }

    @AfterAll
    static void stop() {
        gatewayRpc.close();
        suite.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void timesOutARequestThatTheGatewayDoesNotAnswer(RequestKind kind) throws Exception {
        // Given
        suite.devnet().kmsNodes().pauseAnswers();
        suite.devnet().coprocessors().pauseAnswers();
        UUID jobId = suite.submit(kind);

        // When the chain's own time passes the deadline
        await().atMost(Suite.PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            gatewayRpc.request("evm_mine");
            return suite.status(kind, jobId) == RequestStatus.TIMED_OUT;
        });

        // Then
        ApiClient.Answer answer = suite.api().poll(kind, jobId);
        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.body().at("/error/label").asText()).isEqualTo("response_timed_out");

        // And an answer that comes too late changes nothing
        suite.devnet().kmsNodes().resumeAnswers();
        suite.devnet().coprocessors().resumeAnswers();
        UUID next = suite.submit(kind);
        suite.awaitStatus(kind, next, RequestStatus.COMPLETED);
        assertThat(suite.status(kind, jobId)).isEqualTo(RequestStatus.TIMED_OUT);
    }

    @Test
    void timesOutADecryptionWhoseCiphertextNeverBecomesReady() throws Exception {
        // Given a handle that the gateway has no ciphertext of
        JsonNode body = suite.requests().next(RequestKind.PUBLIC_DECRYPT);
        String handle = body.at("/ciphertextHandles/0").asText();
        String unknown = handle.substring(0, 2) + "ee".repeat(20) + handle.substring(42);
        suite.devnet().contracts().allowForDecryption(org.relayersuite.core.Handle.of(unknown));
        ((ObjectNode) body).putArray("ciphertextHandles").add(unknown);
        long before = suite.transactions();

        // When
        UUID jobId = suite.submit(RequestKind.PUBLIC_DECRYPT, body);
        suite.awaitStatus(RequestKind.PUBLIC_DECRYPT, jobId, RequestStatus.TIMED_OUT);

        // Then
        ApiClient.Answer answer = suite.api().poll(RequestKind.PUBLIC_DECRYPT, jobId);
        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.body().at("/error/label").asText()).isEqualTo("readiness_check_timed_out");
        assertThat(suite.transactions()).isEqualTo(before);
    }
}
