package org.relayersuite.cron;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;

/** How long cron-service keeps what clients named their submissions. */
@ConfigMapping(prefix = "relayer.idempotency")
public interface IdempotencyConfig {

    /** How long a key stands for its job, from its first use; longer while the job has not ended. */
    Duration retention();
}
