package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.ContractWallets;
import org.relayersuite.devnet.demo.ApiClient;

/** What intake asks the chains before it lets a request in. */
class ChainChecksIT {
    private static Suite suite;
    private static RpcClient host;

    @BeforeAll
    static void start() throws InterruptedException {
        suite = Suite.start("chain-checks", EnumSet.of(SuiteService.INTAKE));
        host = suite.devnet().host().newRpcClient();
    }

    @AfterAll
    static void stop() {
        host.close();
        suite.close();
    }

    private static ApiClient.Answer post(RequestKind kind, JsonNode body) {
        try {
            return suite.api().post(kind, body.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void assertRefused(ApiClient.Answer answer, String field) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().at("/error/label").asText()).isEqualTo("validation_failed");
        assertThat(answer.body().at("/error/details/0/field").asText()).isEqualTo(field);
    }

    @Test
    void aContractWalletIsServedAsLongAsItsOwnerIsTheOneWhoSigned() {
        // Given a request that the owner of a wallet has signed; the digest of this form does not name the user
        ContractWallets wallets = new ContractWallets(host);
        Address wallet = wallets.of(DevAccount.user(0).address());
        ObjectNode body = (ObjectNode) suite.requests().next(RequestKind.USER_DECRYPT);
        body.put("userAddress", wallet.toString());
        assertThat(post(RequestKind.USER_DECRYPT, body).status()).isEqualTo(202);

        // When the wallet gets another owner
        wallets.changeOwner(wallet, DevAccount.user(1).address());

        // Then the same request is refused, as soon as intake has seen the next head
        await().atMost(Suite.PATIENCE)
                .untilAsserted(() -> assertRefused(post(RequestKind.USER_DECRYPT, body), "signature"));
    }

    @Test
    void aHostChainThatTheGatewayDoesNotKnowIsRefused() {
        ObjectNode body = (ObjectNode) suite.requests().next(RequestKind.INPUT_PROOF);
        assertThat(post(RequestKind.INPUT_PROOF, body).status()).isEqualTo(202);

        assertRefused(post(RequestKind.INPUT_PROOF, body.put("contractChainId", "12345")), "contractChainId");
    }

    @Test
    void aKmsContextThatTheGatewayDoesNotKnowIsRefused() {
        // Given
        ObjectNode body = (ObjectNode) suite.requests().next(RequestKind.PUBLIC_DECRYPT);
        BigInteger known = suite.devnet().contracts().contextId();

        // When / Then
        body.put("extraData", "0x01%064x".formatted(known));
        assertThat(post(RequestKind.PUBLIC_DECRYPT, body).status()).isEqualTo(202);
        body.put("extraData", "0x01%064x".formatted(known.add(BigInteger.ONE)));
        assertRefused(post(RequestKind.PUBLIC_DECRYPT, body), "extraData");
    }
}
