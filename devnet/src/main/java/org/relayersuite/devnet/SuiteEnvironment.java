package org.relayersuite.devnet;

import java.util.LinkedHashMap;
import java.util.Map;
import org.relayersuite.devnet.anvil.Anvil;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.Addresses;
import org.relayersuite.devnet.contract.DevnetContracts;
import org.relayersuite.devnet.postgres.PostgresServer;
import org.relayersuite.devnet.redis.RedisServer;

/** The variables that tell each service where it is: the same ones that a platform team sets. */
record SuiteEnvironment(
        PostgresServer postgres,
        String managementPassword,
        RedisServer redis,
        Anvil gateway,
        Anvil host,
        DevnetContracts contracts) {
    /** Whom the block listener publishes for. */
    private static final String CONSUMER = "devnet";

    /** The stream on which the consumer gets new blocks (spec/listener.md). */
    static String blockStream() {
        return CONSUMER + ".new-event";
    }

    /** What one service gets. */
    Map<String, String> of(SuiteService service) {
        Map<String, String> variables = new LinkedHashMap<>(postgres.variables());
        variables.put("RELAYER_MANAGEMENT_PASSWORD", managementPassword);
        switch (service) {
            case INTAKE -> {
                variables.putAll(gatewayVariables());
                variables.putAll(hostChainVariables());
                variables.putAll(keyVariables());
                // No balancer has to notice here that it stops.
                variables.put("QUARKUS_SHUTDOWN_DELAY", "0S");
            }
            case TX -> {
                variables.putAll(gatewayVariables());
                variables.putAll(hostChainVariables());
                variables.putAll(laneVariables(0));
            }
            case GATEWAY_LISTENER -> variables.putAll(gatewayVariables());
            case CRON -> {
                // The database is all that it talks to.
            }
            case BLOCK_LISTENER -> variables.putAll(blockListenerVariables());
        }
        return variables;
    }

    /** What every service gets, in one: any of them can be started by hand with these. */
    Map<String, String> all() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (SuiteService service : SuiteService.values()) {
            variables.putAll(of(service));
        }
        return variables;
    }

    private Map<String, String> gatewayVariables() {
        Addresses addresses = contracts.addresses();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("RELAYER_GATEWAY_HTTP_URLS", gateway.httpUrl().toString());
        variables.put("RELAYER_GATEWAY_WS_URL", gateway.wsUrl().toString());
        variables.put("RELAYER_GATEWAY_CHAIN_ID", Long.toString(gateway.chainId()));
        variables.put(
                "RELAYER_GATEWAY_CONTRACTS_DECRYPTION_ADDRESS",
                addresses.decryption().toString());
        variables.put(
                "RELAYER_GATEWAY_CONTRACTS_INPUT_VERIFICATION_ADDRESS",
                addresses.inputVerification().toString());
        variables.put(
                "RELAYER_GATEWAY_CONTRACTS_GATEWAY_CONFIG_ADDRESS",
                addresses.gatewayConfig().toString());
        variables.put(
                "RELAYER_GATEWAY_CONTRACTS_USER_DECRYPT_SHARES_THRESHOLD",
                Integer.toString(contracts.settings().userDecryptThreshold()));
        return variables;
    }

    private Map<String, String> hostChainVariables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("RELAYER_HOST_CHAINS_0__CHAIN_ID", Long.toString(host.chainId()));
        variables.put("RELAYER_HOST_CHAINS_0__URLS", host.httpUrl().toString());
        variables.put(
                "RELAYER_HOST_CHAINS_0__ACL_ADDRESS",
                contracts.addresses().acl().toString());
        return variables;
    }

    private Map<String, String> keyVariables() {
        Addresses addresses = contracts.addresses();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("RELAYER_PROTOCOL_CONFIG_CHAIN_ID", Long.toString(host.chainId()));
        variables.put(
                "RELAYER_PROTOCOL_CONFIG_ETHEREUM_HTTP_RPC_URLS", host.httpUrl().toString());
        variables.put(
                "RELAYER_PROTOCOL_CONFIG_ADDRESS", addresses.protocolConfig().toString());
        variables.put(
                "RELAYER_KEYURL_KMS_GENERATION_ADDRESS",
                addresses.kmsGeneration().toString());
        return variables;
    }

    /** Variables of the lane whose account is the relayer of that number. */
    static Map<String, String> laneVariables(int number) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("RELAYER_LANE_NAME", "lane-" + number);
        variables.put(
                "RELAYER_LANE_PRIVATE_KEY", DevAccount.relayer(number).key().toHex());
        return variables;
    }

    private Map<String, String> blockListenerVariables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("LISTENER_CONSUMER_IDS", CONSUMER);
        variables.put("LISTENER_BLOCKCHAIN_CHAIN_ID", Long.toString(host.chainId()));
        variables.put("LISTENER_BLOCKCHAIN_RPC_URLS", host.httpUrl().toString());
        variables.put("LISTENER_BLOCKCHAIN_NETWORK", "devnet-host");
        variables.put("LISTENER_BROKER_URL", redis.url());
        return variables;
    }
}
