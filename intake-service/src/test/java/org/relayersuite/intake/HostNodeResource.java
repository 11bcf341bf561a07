package org.relayersuite.intake;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import org.relayersuite.chain.host.HostNode;

/** A node that stands for the host chain, and with its block number for the gateway. */
public final class HostNodeResource implements QuarkusTestResourceLifecycleManager {
    private HostNode node;

    @Override
    public Map<String, String> start() {
        node = new HostNode().onMethod("eth_blockNumber", "\"0x64\"");
        String chainId = Long.toString(HostNode.CHAIN_ID);
        return Map.of(
                "relayer.gateway.http-urls", node.url().toString(),
                "relayer.gateway.chain-id", chainId,
                "relayer.protocol-config.ethereum-http-rpc-urls", node.url().toString(),
                "relayer.protocol-config.chain-id", chainId,
                "relayer.protocol-config.address", HostNode.PROTOCOL_CONFIG.toString(),
                "relayer.keyurl.kms-generation-address", HostNode.KMS_GENERATION.toString(),
                "relayer.keyurl.poll-interval", "100MS");
    }

    @Override
    public void stop() {
        node.close();
    }
}
