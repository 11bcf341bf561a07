package org.relayersuite.intake.signature;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;

/** How signatures of user decryptions are verified. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.user-decrypt-signature-check")
public interface SignatureCheckConfig {

    /** The most gas that a contract wallet may use to verify a signature. */
    long erc1271GasLimit();

    /** How long one attempt to ask a host chain may take. */
    Duration attemptTimeout();

    Retry retry();

    /** What happens when a host chain gives no answer (spec/relayer.md 4.2). */
    interface Retry {
        /** How often it is asked, at least once. */
        int maxAttempts();

        /** The pause before it is asked again. */
        Duration retryInterval();
    }
}
