package org.relayersuite.intake;

import static org.relayersuite.chain.read.ScriptedChain.bytes;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import org.relayersuite.chain.read.ScriptedChain;
import org.relayersuite.chain.rpc.ScriptedNode;

/**
 * A gateway that knows the two host chains and one KMS context, a host chain with one contract wallet, and a host chain
 * that is gone.
 */
public final class ChainNodesResource implements QuarkusTestResourceLifecycleManager {
    static final long CHAIN = 8009;
    static final long LOST_CHAIN = 9001;
    static final String CONTRACT_WALLET = "0x" + "ca".repeat(20);
    static final String WALLETS_SIGNATURE = "0xc0ffee";
    static final String VALID_CONTEXT = "07" + "00".repeat(30) + "01";

    private static final String GATEWAY_CONFIG = "0x" + "9c".repeat(20);

    private final ScriptedNode gateway = new ScriptedNode(654321);
    private final ScriptedNode host = new ScriptedNode(CHAIN);

    @Override
    public Map<String, String> start() {
        ScriptedChain.head(gateway, 7);
        gateway.on("eth_call", (exchange, request) -> {
            boolean yes = request.at("/params/0/to").asText().equals(GATEWAY_CONFIG)
                    && knows(request.at("/params/0/data").asText());
            bytes("%064x".formatted(yes ? 1 : 0)).write(exchange, request);
        });
        ScriptedChain.head(host, 16);
        host.on("eth_call", (exchange, request) -> {
            boolean its = request.at("/params/0/to").asText().equals(CONTRACT_WALLET)
                    && request.at("/params/0/data").asText().contains(WALLETS_SIGNATURE.substring(2));
            bytes(its ? "1626ba7e" + "00".repeat(28) : "").write(exchange, request);
        });
        ScriptedNode gone = new ScriptedNode(LOST_CHAIN);
        gone.close();
        return Map.of(
                "relayer.gateway.http-urls",
                gateway.uri().toString(),
                "relayer.gateway.chain-id",
                "654321",
                "relayer.gateway.contracts.gateway-config-address",
                GATEWAY_CONFIG,
                "relayer.host-chains[0].urls",
                host.uri().toString(),
                "relayer.host-chains[1].urls",
                gone.uri().toString(),
                "relayer.user-decrypt-signature-check.retry.retry-interval",
                "10MS");
    }

    /** Registered: both chains. Disabled: none. Valid: the one context. */
    private static boolean knows(String data) {
        return data.equals("0xbff3aaba%064x".formatted(CHAIN))
                || data.equals("0xbff3aaba%064x".formatted(LOST_CHAIN))
                || data.equals("0xbf9b16c8" + VALID_CONTEXT);
    }

    @Override
    public void stop() {
        gateway.close();
        host.close();
    }
}
