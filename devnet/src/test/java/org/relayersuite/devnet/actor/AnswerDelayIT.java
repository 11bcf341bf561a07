package org.relayersuite.devnet.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.TestHandles;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.Calls;

/** When the actors answer, on a gateway that makes its blocks at an interval. */
class AnswerDelayIT {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static TestChains chains;

    @BeforeAll
    static void start() {
        chains = TestChains.start(Duration.ofMillis(100));
    }

    @AfterAll
    static void stop() {
        chains.close();
    }

    @Test
    void answersComeAfterTheDelayAndNotBefore() {
        // Given
        Duration delay = Duration.ofMillis(900);
        try (KmsNodes _ = KmsNodes.start(
                chains.gatewayRpc(), chains.contracts(), new ActorSettings(delay, Duration.ofMillis(20)))) {
            Handle handle = TestHandles.fresh();
            chains.contracts().makeReady(handle);

            // When
            long before = System.nanoTime();
            BigInteger id = requestDecryption(handle);
            awaitDone(id);

            // Then
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(delay);
        }
    }

    @Test
    void requestsFromBeforeTheStartAreAnswered() {
        // Given
        Handle handle = TestHandles.fresh();
        chains.contracts().makeReady(handle);
        BigInteger id = requestDecryption(handle);

        // When
        try (KmsNodes _ = KmsNodes.start(chains.gatewayRpc(), chains.contracts(), ActorSettings.immediate())) {
            // Then
            awaitDone(id);
        }
    }

    @Test
    void manyRequestsInOneBlockAreAllAnswered() {
        // Given
        Handle handle = TestHandles.fresh();
        chains.contracts().makeReady(handle);
        try (KmsNodes _ = KmsNodes.start(
                chains.gatewayRpc(),
                chains.contracts(),
                ActorSettings.immediate().following(chains.gatewayWebSocket()))) {

            // When
            BigInteger first = requestDecryption(handle);
            for (int i = 0; i < 49; i++) {
                chains.gatewayRpc()
                        .request(
                                "eth_sendTransaction",
                                Map.of(
                                        "from",
                                        DevAccount.relayer(0).address().toString(),
                                        "to",
                                        chains.contracts()
                                                .addresses()
                                                .decryption()
                                                .toString(),
                                        "data",
                                        publicDecryption(handle).toHex()));
            }

            // Then
            for (int i = 0; i < 50; i++) {
                awaitDone(first.add(BigInteger.valueOf(i)));
            }
        }
    }

    private static BigInteger requestDecryption(Handle handle) {
        Receipt receipt = new Calls(chains.gatewayRpc())
                .send(
                        DevAccount.relayer(0).address(),
                        chains.contracts().addresses().decryption(),
                        publicDecryption(handle));
        return new BigInteger(
                1,
                Calls.logsOf(receipt, chains.contracts().addresses().decryption())
                        .getFirst()
                        .topics()
                        .get(1)
                        .value()
                        .toArray());
    }

    private static Bytes publicDecryption(Handle handle) {
        return Calldata.encode(
                "publicDecryptionRequest(bytes32[],bytes)",
                Calldata.words(List.of(handle)),
                Calldata.bytes(Bytes.EMPTY));
    }

    private static void awaitDone(BigInteger id) {
        Bytes call = Calldata.encode("isDecryptionDone(uint256)", Calldata.uint(id));
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            Bytes answer = new Calls(chains.gatewayRpc())
                    .call(chains.contracts().addresses().decryption(), call);
            return new AbiReader(answer, 1).bool(0);
        });
    }
}
