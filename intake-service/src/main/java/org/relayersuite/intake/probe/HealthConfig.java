package org.relayersuite.intake.probe;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;

/** How {@code /healthz} asks. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.health")
public interface HealthConfig {

    /** How old an answer about a dependency may be: strangers cannot make it be asked more often. */
    Duration maxAge();

    /** How long a dependency may take to answer. */
    Duration timeout();

    /** After what silence a replica of gateway-listener-service is taken to have failed. */
    Duration listenerStaleAfter();

    /** After what silence it is no longer told about. */
    Duration listenerForgottenAfter();
}
