package org.relayersuite.intake.capacity;

import io.smallrye.config.ConfigMapping;

/** How many requests may wait, under the names of the queues of spec/relayer.md, section 11. */
@ConfigMapping(prefix = "relayer.gateway")
public interface QueueConfig {
    TxEngine txEngine();

    ReadinessChecker readinessChecker();

    interface TxEngine {
        TxThrottlers txThrottlers();
    }

    interface TxThrottlers {
        Queue inputProof();

        Queue userDecrypt();

        Queue publicDecrypt();
    }

    interface ReadinessChecker {
        Queue userDecrypt();

        Queue publicDecrypt();
    }

    interface Queue {
        long capacity();

        /** Room for those that come in before the length is known anew: refused is from capacity minus this on. */
        long safetyMargin();
    }
}
