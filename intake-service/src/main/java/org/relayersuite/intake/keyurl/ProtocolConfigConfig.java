package org.relayersuite.intake.keyurl;

import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The host chain that holds ProtocolConfig and KMSGeneration. */
@ConfigMapping(prefix = "relayer.protocol-config")
public interface ProtocolConfigConfig {

    /** What the endpoints must say of themselves. */
    OptionalLong chainId();

    /** JSON-RPC endpoints, http or https. */
    Optional<List<URI>> ethereumHttpRpcUrls();

    /** The ProtocolConfig contract, hex with {@code 0x}. */
    Optional<String> address();

    /** How long one request to one endpoint may take. */
    Duration requestTimeout();
}
