package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.Handle;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.demo.ApiClient;
import org.relayersuite.devnet.fault.FaultyRpc;
import org.relayersuite.devnet.fault.Gate;

/** Requests that the chains refuse end with the reason, and cost nothing that can be saved. */
class RefusalIT {
    private static Suite suite;
    private static FaultyRpc faulty;

    @BeforeAll
    static void start() throws InterruptedException {
        suite = Suite.startWithoutDispatcher("refusal");
        faulty = new FaultyRpc(suite.devnet().gateway().httpUrl());
        suite.devnet()
                .startReplica(
                        SuiteService.TX,
                        "tx-impatient",
                        Map.of(
                                "RELAYER_GATEWAY_HTTP_URLS", faulty.url().toString(),
                                "RELAYER_GATEWAY_FINALITY_DEPTH", "0",
                                "RELAYER_DISPATCH_READINESS_RETRY", "200ms",
                                "RELAYER_DISPATCH_REFUSAL_RETRY", "200ms",
                                "RELAYER_ACL_DENIAL_GRACE", "500ms",
                                "RELAYER_PAYMENT_GRACE", "500ms"))
                .awaitReady();
    }

    @AfterAll
    static void stop() {
        faulty.close();
        suite.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void failsWithoutATransactionWhileTheContractsArePaused(RequestKind kind) throws Exception {
        // Given
        JsonNode body = suite.requests().next(kind);
        long before = suite.transactions();
        suite.devnet().contracts().pause();

        // When
        UUID jobId = suite.submit(kind, body);
        suite.awaitStatus(kind, jobId, RequestStatus.FAILURE);
        suite.devnet().contracts().unpause();

        // Then
        assertAnswer(kind, jobId, 503, "protocol_paused");
        assertThat(suite.transactions()).isEqualTo(before);

        // And the same content may be asked for again
        UUID again = suite.submit(kind, body);
        assertThat(again).isNotEqualTo(jobId);
        suite.awaitStatus(kind, again, RequestStatus.COMPLETED);
    }

    @Test
    void failsWithoutATransactionWhenTheHostChainsAclDenies() throws Exception {
        // Given a ciphertext that is ready, and that nobody was allowed to have decrypted
        JsonNode body = suite.requests().next(RequestKind.PUBLIC_DECRYPT);
        String handle = body.at("/ciphertextHandles/0").asText();
        String denied = "0x" + "dd".repeat(20) + handle.substring(42);
        suite.devnet().contracts().makeReady(Handle.of(denied));
        ((ObjectNode) body).putArray("ciphertextHandles").add(denied);
        long before = suite.transactions();

        // When
        UUID jobId = suite.submit(RequestKind.PUBLIC_DECRYPT, body);
        suite.awaitStatus(RequestKind.PUBLIC_DECRYPT, jobId, RequestStatus.FAILURE);

        // Then
        assertAnswer(RequestKind.PUBLIC_DECRYPT, jobId, 400, "not_allowed_on_host_acl");
        assertThat(suite.transactions()).isEqualTo(before);
    }

    @Test
    void failsWithTheContractsReasonWhenItsTransactionReverts() throws Exception {
        // Given a request whose estimate went well and whose transaction is about to be sent
        Gate sending = faulty.holdBefore("eth_sendRawTransaction");
        long before = suite.transactions();
        UUID jobId = suite.submit(RequestKind.INPUT_PROOF);
        sending.awaitCaught();

        // When the contract is paused before it is mined
        suite.devnet().contracts().pause();
        sending.open();
        suite.awaitStatus(RequestKind.INPUT_PROOF, jobId, RequestStatus.FAILURE);
        suite.devnet().contracts().unpause();

        // Then
        assertAnswer(RequestKind.INPUT_PROOF, jobId, 503, "protocol_paused");
        assertThat(suite.transactions()).isEqualTo(before + 1);

        // And the lane goes on behind it
        UUID next = suite.submit(RequestKind.INPUT_PROOF);
        suite.awaitStatus(RequestKind.INPUT_PROOF, next, RequestStatus.COMPLETED);
    }

    private static void assertAnswer(RequestKind kind, UUID jobId, int httpStatus, String label)
            throws InterruptedException {
        ApiClient.Answer answer = suite.api().poll(kind, jobId);
        assertThat(answer.status()).isEqualTo(httpStatus);
        assertThat(answer.body().at("/error/label").asText()).isEqualTo(label);
    }
}
