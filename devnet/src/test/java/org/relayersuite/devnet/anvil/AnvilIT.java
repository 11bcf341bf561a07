package org.relayersuite.devnet.anvil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.devnet.TestChains;

class AnvilIT {
    @Test
    void servesItsChainWithFundedAccountsUntilItIsClosed() {
        // Given
        Anvil anvil = Anvil.start(TestChains.settings(4711, Optional.empty()));

        // When
        try (RpcClient client = anvil.newRpcClient()) {
            Ethereum chain = new Ethereum(client);

            // Then
            assertThat(chain.chainId()).isEqualTo(4711);
            assertThat(chain.balance(DevAccount.at(DevAccount.FUNDED - 1).address()))
                    .isEqualTo(BigInteger.TEN.pow(24));
            assertThat(chain.balance(DevAccount.at(DevAccount.FUNDED).address()))
                    .isZero();
        } finally {
            anvil.close();
        }
        assertThat(ProcessHandle.of(anvil.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void mineAtTheIntervalThatIsAskedFor() {
        // Given
        try (Anvil anvil = Anvil.start(TestChains.settings(4712, Optional.of(Duration.ofMillis(100))));
                RpcClient client = anvil.newRpcClient()) {
            Ethereum chain = new Ethereum(client);

            // When, Then
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(chain.blockNumber()).isGreaterThanOrEqualTo(5));
            assertThat(chain.finalizedHeader().orElseThrow().number()).isGreaterThan(0);
        }
    }

    @Test
    void twoOfTheSameChainDoNotMeet() {
        // Given
        try (Anvil first = Anvil.start(TestChains.settings(4713, Optional.empty()));
                Anvil second = Anvil.start(TestChains.settings(4713, Optional.empty()))) {
            // When, Then
            assertThat(first.httpUrl()).isNotEqualTo(second.httpUrl());
            assertThat(first.pid()).isNotEqualTo(second.pid());
        }
    }

    @Test
    void programThatEndsAtOnceIsReportedWithItsLog(@TempDir Path directory) throws Exception {
        // Given
        Path binary = directory.resolve("anvil");
        Path log = directory.resolve("anvil.log");
        Files.writeString(binary, "#!/bin/sh\necho cannot bind\nexit 1\n");
        assertThat(binary.toFile().setExecutable(true)).isTrue();

        // When, Then
        assertThatThrownBy(() -> Anvil.start(new AnvilSettings(1, Optional.empty(), binary, log)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(log.toString());
        assertThat(log).hasContent("cannot bind");
    }

    @Test
    void missingBinaryIsReportedWithTheRemedy(@TempDir Path directory) {
        // Given
        AnvilSettings settings =
                new AnvilSettings(1, Optional.empty(), directory.resolve("anvil"), directory.resolve("anvil.log"));

        // When, Then
        assertThatThrownBy(() -> Anvil.start(settings))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("npm ci");
    }
}
