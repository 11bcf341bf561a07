package org.relayersuite.devnet;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.devnet.anvil.Anvil;
import org.relayersuite.devnet.anvil.AnvilSettings;
import org.relayersuite.devnet.contract.DevnetContracts;
import org.relayersuite.devnet.contract.DevnetSettings;

/** A gateway and a host chain with all contracts, for one test class. */
public final class TestChains implements AutoCloseable {
    public static final long GATEWAY_CHAIN_ID = 654321;
    public static final long HOST_CHAIN_ID = 8009;
    public static final Path CONTRACTS = Path.of("contracts");

    private final Anvil gateway;
    private final Anvil host;
    private final RpcClient gatewayRpc;
    private final RpcClient hostRpc;
    private final DevnetContracts contracts;

    private TestChains(Optional<Duration> blockTime) {
        gateway = Anvil.start(settings(GATEWAY_CHAIN_ID, blockTime));
        host = Anvil.start(settings(HOST_CHAIN_ID, Optional.empty()));
        gatewayRpc = gateway.newRpcClient();
        hostRpc = host.newRpcClient();
        contracts = DevnetContracts.deploy(gatewayRpc, hostRpc, CONTRACTS.resolve("build"), DevnetSettings.defaults());
    }

    /** Chains that make a block as soon as there is a transaction. */
    public static TestChains start() {
        return new TestChains(Optional.empty());
    }

    /** As {@link #start()}, but the gateway makes its blocks at an interval. */
    public static TestChains start(Duration gatewayBlockTime) {
        return new TestChains(Optional.of(gatewayBlockTime));
    }

    /** Settings of an Anvil that logs to the build directory. */
    public static AnvilSettings settings(long chainId, Optional<Duration> blockTime) {
        return new AnvilSettings(
                chainId, blockTime, AnvilSettings.binaryIn(CONTRACTS), Path.of("target", "anvil-" + chainId + ".log"));
    }

    public RpcClient gatewayRpc() {
        return gatewayRpc;
    }

    public RpcClient hostRpc() {
        return hostRpc;
    }

    public URI gatewayWebSocket() {
        return gateway.wsUrl();
    }

    public DevnetContracts contracts() {
        return contracts;
    }

    @Override
    public void close() {
        gatewayRpc.close();
        hostRpc.close();
        gateway.close();
        host.close();
    }
}
