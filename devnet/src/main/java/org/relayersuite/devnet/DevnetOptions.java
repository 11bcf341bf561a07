package org.relayersuite.devnet;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.relayersuite.devnet.actor.ActorSettings;
import org.relayersuite.devnet.contract.DevnetSettings;

/**
 * What a devnet is made of.
 *
 * @param root the repository, whose modules are built
 * @param runFolder where logs, data and the environment file go; owned by one devnet at a time
 * @param gatewayBlockTime time between two blocks of the gateway chain; empty: one for every transaction
 * @param hostBlockTime the same of the host chain
 * @param actors how KMS nodes and coprocessors behave
 * @param members how many KMS nodes, coprocessors and relayer accounts there are
 * @param services those started at once; others can be started later
 */
public record DevnetOptions(
        Path root,
        Path runFolder,
        Optional<Duration> gatewayBlockTime,
        Optional<Duration> hostBlockTime,
        ActorSettings actors,
        DevnetSettings members,
        Set<SuiteService> services) {
    public static final long GATEWAY_CHAIN_ID = 10_901;
    public static final long HOST_CHAIN_ID = 8_009;

    public DevnetOptions {
        services = Set.copyOf(services);
    }

    /** What {@code ./relayer up} shows: a host chain with a block each second, and answers after a short while. */
    public static DevnetOptions demo(Path root) {
        return new DevnetOptions(
                root,
                root.resolve("devnet/.run"),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(1)),
                new ActorSettings(Duration.ofMillis(300), Duration.ofMillis(20)),
                DevnetSettings.defaults(),
                EnumSet.allOf(SuiteService.class));
    }

    /** For measurements and tests: blocks on demand and answers at once. */
    public static DevnetOptions immediate(Path root, Path runFolder) {
        return new DevnetOptions(
                root,
                runFolder,
                Optional.empty(),
                Optional.empty(),
                ActorSettings.immediate(),
                DevnetSettings.defaults(),
                EnumSet.allOf(SuiteService.class));
    }

    public DevnetOptions withServices(Set<SuiteService> started) {
        return new DevnetOptions(root, runFolder, gatewayBlockTime, hostBlockTime, actors, members, started);
    }
}
