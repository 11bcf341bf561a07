package org.relayersuite.intake.probe;

import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The gateway chain, in the form that all services share. Without it {@code /healthz} does not tell about it. */
@ConfigMapping(prefix = "relayer.gateway")
public interface GatewayConfig {

    /** JSON-RPC endpoints over HTTP. */
    Optional<List<URI>> httpUrls();

    /** What the endpoints must say of themselves. */
    OptionalLong chainId();
}
