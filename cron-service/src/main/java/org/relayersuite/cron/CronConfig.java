package org.relayersuite.cron;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.Optional;

/** What cron-service is told from outside. Defaults are in application.yaml. */
@ConfigMapping(prefix = "relayer.cron")
public interface CronConfig {

    /** How long a leader that has gone silent keeps the role. */
    Duration term();

    /** How often deadlines are looked at. */
    Duration timeoutInterval();

    /** How often ended requests are looked at for deletion. */
    Duration purgeInterval();

    /** How many requests one statement ends or deletes. */
    int batchSize();

    DeadlineTerms deadlines();

    Retention retention();

    /** How long a request may stay in a status; counts from its first entry. */
    interface DeadlineTerms {
        Duration queued();

        Duration processing();

        Duration txInFlight();

        Duration receiptReceived();
    }

    /** How long ended requests are kept; a kind without a retention is kept for ever. */
    interface Retention {
        Optional<Duration> inputProof();

        Optional<Duration> publicDecrypt();

        Optional<Duration> userDecrypt();
    }
}
