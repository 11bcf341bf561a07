package org.relayersuite.gateway;

import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What gateway-listener-service is told from outside. Defaults are in application.yaml. */
@ConfigMapping(prefix = "relayer.gateway")
public interface GatewayListenerConfig {

    /** JSON-RPC endpoints over HTTP; the first that works is used. */
    List<URI> httpUrls();

    /** A WebSocket endpoint whose new heads wake the listener. Without it the poll interval is all there is. */
    Optional<URI> wsUrl();

    long chainId();

    Duration requestTimeout();

    int maxConcurrentRequests();

    Contracts contracts();

    Listener listener();

    /** The contracts on the gateway chain. */
    interface Contracts {
        /** {@code 0x} and 40 hex digits. */
        String decryptionAddress();

        /** {@code 0x} and 40 hex digits. */
        String inputVerificationAddress();

        /** How many distinct shares complete a user decryption. */
        int userDecryptSharesThreshold();
    }

    /** The pace of reading. */
    interface Listener {
        /** How often the head is asked for. */
        Duration pollInterval();

        /** How many blocks are read at once and recorded in one transaction. */
        int batchSize();

        /** How often a replica that works says so in the database. */
        Duration heartbeatInterval();
    }
}
