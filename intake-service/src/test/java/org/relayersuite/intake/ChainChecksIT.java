package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.intake.Bodies.A;
import static org.relayersuite.intake.Bodies.DELEGATED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;
import static org.relayersuite.intake.Bodies.UNIFIED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.USER_DECRYPT;
import static org.relayersuite.intake.ChainNodesResource.CONTRACT_WALLET;
import static org.relayersuite.intake.ChainNodesResource.LOST_CHAIN;
import static org.relayersuite.intake.ChainNodesResource.VALID_CONTEXT;
import static org.relayersuite.intake.ChainNodesResource.WALLETS_SIGNATURE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.sql.Database;

/** What a POST has to do with chains: signatures of contract wallets, and what the gateway knows. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(value = ChainNodesResource.class, restrictToAnnotatedClass = true)
class ChainChecksIT {
    @TestHTTPResource
    URI base;

    @TestHTTPResource(value = "/q", management = true)
    URI management;

    @Inject
    Database database;

    private Api api;
    private Rows rows;

    @BeforeEach
    void connect() {
        api = new Api(base);
        rows = new Rows(database);
    }

    private void assertRefused(Reply reply, String field) {
        reply.assertProblem(400, "validation_failed");
        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo(field);
        assertThat(reply.json().at("/error/details")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {USER_DECRYPT, DELEGATED_USER_DECRYPT, UNIFIED_USER_DECRYPT})
    void aJunkSignatureBecomesNoJobAndIsInNobodysWay(String path) {
        // Given a valid request, and the same with a signature that nobody made
        Map<String, Object> body = Bodies.of(path);
        Object signature = body.get("signature");
        long before = rows.countAll();
        body.put("signature", signature.toString().replaceAll("[0-9a-f]{2}$", "00"));

        // When the junk comes first
        assertRefused(api.post(path, body), "signature");

        // Then nothing is stored, and the valid request is a job
        assertThat(rows.countAll()).isEqualTo(before);
        body.put("signature", signature);
        api.post(path, body).assertAccepted();
    }

    private static Map<String, Object> ofContractWallet(String signature) {
        Map<String, Object> body = Bodies.unifiedUserDecrypt();
        payload(body).put("userAddress", CONTRACT_WALLET);
        body.put("signature", signature);
        return body;
    }

    @SuppressWarnings("unchecked") // The body is made of maps with text keys.
    private static Map<String, Object> payload(Map<String, Object> body) {
        return (Map<String, Object>) body.get("attestedPayload");
    }

    @Test
    void aContractWalletSignsInItsOwnWay() {
        api.post(UNIFIED_USER_DECRYPT, ofContractWallet(WALLETS_SIGNATURE)).assertAccepted();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x", "0xdecaf0"})
    void whatAContractWalletDoesNotAcceptIsRefused(String signature) {
        assertRefused(api.post(UNIFIED_USER_DECRYPT, ofContractWallet(signature)), "signature");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x"})
    void anAccountWithAKeyCannotDoWithoutASignature(String signature) {
        Map<String, Object> body = Bodies.unifiedUserDecrypt();
        body.put("signature", signature);

        assertRefused(api.post(UNIFIED_USER_DECRYPT, body), "signature");
    }

    @Test
    void aLostHostChainTakesOnlyContractWalletsWithIt() {
        // Given requests that concern a host chain which is gone
        Map<String, Object> inputProof = Bodies.inputProof();
        inputProof.put("contractChainId", LOST_CHAIN);
        Map<String, Object> publicDecrypt = Bodies.publicDecrypt();
        publicDecrypt.put("ciphertextHandles", List.of(Bodies.handle(LOST_CHAIN)));
        Map<String, Object> userDecrypt = Bodies.userDecrypt();
        userDecrypt.put("contractsChainId", Long.toString(LOST_CHAIN));
        userDecrypt.put(
                "handleContractPairs", List.of(Map.of("handle", Bodies.handle(LOST_CHAIN), "contractAddress", A)));
        Wallet.USER.sign(USER_DECRYPT, userDecrypt);

        // Then all are served that do not need it
        api.post(INPUT_PROOF, inputProof).assertAccepted();
        api.post(PUBLIC_DECRYPT, publicDecrypt).assertAccepted();
        api.post(USER_DECRYPT, userDecrypt).assertAccepted();

        // And the one that does is told that it is not its fault
        userDecrypt.put("userAddress", CONTRACT_WALLET);
        api.post(USER_DECRYPT, userDecrypt).assertProblem(500, "host_acl_failed");
    }

    @Test
    void whatTheGatewayDoesNotKnowIsRefused() {
        // Given
        Map<String, Object> inputProof = Bodies.inputProof();
        inputProof.put("contractChainId", "12345");
        Map<String, Object> publicDecrypt = Bodies.publicDecrypt();
        publicDecrypt.put("extraData", "0x01" + VALID_CONTEXT.replaceAll("1$", "2"));

        // Then
        assertRefused(api.post(INPUT_PROOF, inputProof), "contractChainId");
        assertRefused(api.post(PUBLIC_DECRYPT, publicDecrypt), "extraData");
        publicDecrypt.put("extraData", "0x01" + VALID_CONTEXT);
        api.post(PUBLIC_DECRYPT, publicDecrypt).assertAccepted();
    }

    @Test
    void metersHaveTheirExportedNames() {
        assertThat(metrics())
                .contains("relayer_user_decrypt_signature_precheck_total{outcome=\"accepted\"}")
                .contains("relayer_user_decrypt_signature_precheck_total{outcome=\"rejected\"}")
                .contains("relayer_user_decrypt_signature_precheck_total{outcome=\"host_call_failed\"}")
                .contains("relayer_chain_reads_total{chain_id=\"8009\",kind=\"height\",outcome=\"miss\"}")
                .contains("relayer_chain_reads_total{chain_id=\"654321\",kind=\"latest\",outcome=\"stale\"} 0.0")
                .contains("relayer_rpc_quota_rejections_total{chain_id=\"8009\"} 0.0")
                .contains("relayer_rpc_quota_wait_duration_seconds_count{chain_id=\"8009\"} 0");
    }

    private String metrics() {
        String credentials = Base64.getEncoder()
                .encodeToString(("ops:" + PostgresResource.MANAGEMENT_PASSWORD).getBytes(StandardCharsets.UTF_8));
        Api operations = new Api(management);
        return operations
                .send(operations.request("/q/metrics").header("Authorization", "Basic " + credentials))
                .http()
                .body();
    }
}
