package org.relayersuite.devnet.anvil;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to run one Anvil.
 *
 * @param blockTime time between two blocks; empty: a block as soon as there is a transaction
 * @param binary Anvil's own executable, not the npm launcher around it: a launcher's child would outlive a kill
 * @param logFile receives what Anvil prints; replaced if it exists
 */
public record AnvilSettings(long chainId, Optional<Duration> blockTime, Path binary, Path logFile) {
    /** Where {@code npm ci} in {@code devnet/contracts} puts the executable for Linux on x86-64. */
    public static Path binaryIn(Path contractsDirectory) {
        return contractsDirectory.resolve("node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
    }
}
