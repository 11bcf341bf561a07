package org.relayersuite.cron;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.deadline.CronLease;
import org.relayersuite.store.deadline.Purge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One batch of deletions: idempotency keys first, since a job stays while one stands for it, then jobs. */
final class PurgeRound {
    private static final Logger log = LoggerFactory.getLogger(PurgeRound.class);

    private final Purge purge;
    private final CronConfig config;
    private final Duration keyRetention;
    private final Map<RequestKind, Counter> purged = new EnumMap<>(RequestKind.class);

    PurgeRound(Purge purge, CronConfig config, IdempotencyConfig idempotency, MeterRegistry registry) {
        this.purge = purge;
        this.config = config;
        this.keyRetention = idempotency.retention();
        for (RequestKind kind : RequestKind.values()) {
            purged.put(kind, registry.counter("relayer_cron_purged_total", "req_type", kind.code()));
        }
    }

    /**
     * Deletes one batch of every kind, of jobs only where they have a retention.
     *
     * @return whether a batch was full, so that there may be more
     */
    boolean run(CronLease lease) {
        boolean more = false;
        for (RequestKind kind : RequestKind.values()) {
            more |= purge.purgeKeys(lease, kind, keyRetention, config.batchSize()) == config.batchSize();
            Optional<Duration> retention = retention(kind);
            if (retention.isPresent()) {
                int deleted = purge.purge(lease, kind, retention.get(), config.batchSize());
                purged.get(kind).increment(deleted);
                if (deleted > 0) {
                    log.info("Ended requests purged kind={} requests={}", kind.code(), deleted);
                }
                more |= deleted == config.batchSize();
            }
        }
        return more;
    }

    private Optional<Duration> retention(RequestKind kind) {
        return switch (kind) {
            case INPUT_PROOF -> config.retention().inputProof();
            case PUBLIC_DECRYPT -> config.retention().publicDecrypt();
            case USER_DECRYPT -> config.retention().userDecrypt();
        };
    }
}
