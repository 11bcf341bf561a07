package org.relayersuite.intake.keyurl;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.Optional;

/** What the poller needs besides {@link ProtocolConfigConfig}. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.keyurl")
public interface KeyUrlConfig {

    /** The KMSGeneration contract on the host chain, hex with {@code 0x}. */
    Optional<String> kmsGenerationAddress();

    /** How often the host chain is asked. */
    Duration pollInterval();

    /** How long ago the host chain may last have confirmed what is served, before health is degraded. */
    Duration maxAge();
}
