package org.relayersuite.cron;

import io.smallrye.config.ConfigMapping;

/** What cron-service must know about the gateway's contracts. */
@ConfigMapping(prefix = "relayer.gateway.contracts")
public interface GatewayContractsConfig {

    /** How many distinct shares complete a user decryption; the same as gateway-listener-service is told. */
    int userDecryptSharesThreshold();
}
