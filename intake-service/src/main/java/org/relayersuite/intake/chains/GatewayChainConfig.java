package org.relayersuite.intake.chains;

import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The gateway chain, in the form that all services share. */
@ConfigMapping(prefix = "relayer.gateway")
public interface GatewayChainConfig {

    /** JSON-RPC endpoints over HTTP. Without them {@code /healthz} does not tell about the gateway. */
    Optional<List<URI>> httpUrls();

    /** What the endpoints must say of themselves. */
    OptionalLong chainId();

    Contracts contracts();

    /** The contracts on the gateway chain, hex with {@code 0x}. */
    interface Contracts {

        /** Users sign for this contract, so that their signatures cannot be verified without it. */
        String decryptionAddress();

        /** Tells which host chains and KMS contexts are in use. Without it the chain alone decides, after the POST. */
        Optional<String> gatewayConfigAddress();
    }
}
