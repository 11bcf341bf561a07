package org.relayersuite.chain.gateway;

import static org.relayersuite.chain.abi.Calldata.uint;

import java.math.BigInteger;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.core.Address;

/** Questions to the GatewayConfig contract of the gateway chain (spec/relayer.md 3.2). Each is answered by a boolean. */
public final class GatewayConfigCalls {
    static final String IS_HOST_CHAIN_REGISTERED = "isHostChainRegistered(uint256)";
    static final String IS_HOST_CHAIN_DISABLED = "isHostChainDisabled(uint256)";
    static final String IS_VALID_KMS_CONTEXT = "isValidKmsContext(uint256)";

    private final Address gatewayConfig;

    /** @param gatewayConfig the contract on the gateway chain */
    public GatewayConfigCalls(Address gatewayConfig) {
        this.gatewayConfig = gatewayConfig;
    }

    /** Whether the gateway knows the host chain. */
    public ContractCall isHostChainRegistered(BigInteger chainId) {
        return question(IS_HOST_CHAIN_REGISTERED, chainId);
    }

    /** Whether the gateway takes no more requests for the host chain, though it knows it. */
    public ContractCall isHostChainDisabled(BigInteger chainId) {
        return question(IS_HOST_CHAIN_DISABLED, chainId);
    }

    /** Whether requests may be made under the KMS context. */
    public ContractCall isValidKmsContext(KmsContext context) {
        return question(IS_VALID_KMS_CONTEXT, context.id());
    }

    private ContractCall question(String signature, BigInteger about) {
        return new ContractCall(gatewayConfig, Calldata.encode(signature, uint(about)));
    }
}
