package org.relayersuite.devnet;

import java.util.LinkedHashMap;
import java.util.Map;
import org.relayersuite.devnet.contract.Addresses;

/** The addresses of the contracts as variables. */
final class ContractVariables {
    private ContractVariables() {}

    static Map<String, String> of(Addresses addresses) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("DEVNET_DECRYPTION_ADDRESS", addresses.decryption().toString());
        variables.put(
                "DEVNET_INPUT_VERIFICATION_ADDRESS",
                addresses.inputVerification().toString());
        variables.put("DEVNET_GATEWAY_CONFIG_ADDRESS", addresses.gatewayConfig().toString());
        variables.put(
                "DEVNET_CIPHERTEXT_COMMITS_ADDRESS",
                addresses.ciphertextCommits().toString());
        variables.put(
                "DEVNET_PROTOCOL_PAYMENT_ADDRESS", addresses.protocolPayment().toString());
        variables.put("DEVNET_FEE_TOKEN_ADDRESS", addresses.feeToken().toString());
        variables.put("DEVNET_ACL_ADDRESS", addresses.acl().toString());
        variables.put("DEVNET_KMS_VERIFIER_ADDRESS", addresses.kmsVerifier().toString());
        variables.put("DEVNET_INPUT_VERIFIER_ADDRESS", addresses.inputVerifier().toString());
        variables.put(
                "DEVNET_PROTOCOL_CONFIG_ADDRESS", addresses.protocolConfig().toString());
        variables.put("DEVNET_KMS_GENERATION_ADDRESS", addresses.kmsGeneration().toString());
        return variables;
    }
}
