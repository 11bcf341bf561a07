package org.relayersuite.intake.registration;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;

/**
 * How GatewayConfig is asked, where {@code relayer.gateway.contracts.gateway-config-address} names it. Defaults stand in
 * {@code application.properties}.
 */
@ConfigMapping(prefix = "relayer.registration-check")
public interface RegistrationConfig {

    /** How old an answer may be that lets a request in. */
    Duration maxAge();

    /** How old an answer may be that refuses a request: what is not registered yet may be in a moment. */
    Duration refusalMaxAge();

    /** How long a request waits for an answer before it is let in without one. */
    Duration deadline();

    /** How old an answer may be that is taken when there is no new one. */
    Duration maxStale();

    /** How long no request waits after one has waited in vain. */
    Duration quietPeriod();
}
