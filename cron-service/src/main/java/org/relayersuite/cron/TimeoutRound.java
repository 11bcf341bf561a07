package org.relayersuite.cron;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.deadline.CronLease;
import org.relayersuite.store.deadline.Deadlines;
import org.relayersuite.store.deadline.Deadlines.Overdue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One look at all deadlines. */
final class TimeoutRound {
    private static final Logger log = LoggerFactory.getLogger(TimeoutRound.class);

    private final Deadlines deadlines;
    private final int batchSize;
    private final Map<RequestKind, Counter> timedOut = new EnumMap<>(RequestKind.class);
    private final Map<RequestKind, Counter> abandoned = new EnumMap<>(RequestKind.class);

    TimeoutRound(Deadlines deadlines, int batchSize, MeterRegistry registry) {
        this.deadlines = deadlines;
        this.batchSize = batchSize;
        for (RequestKind kind : RequestKind.values()) {
            timedOut.put(kind, registry.counter("relayer_cron_timed_out_total", "req_type", kind.code()));
            abandoned.put(kind, registry.counter("relayer_cron_abandon_requested_total", "req_type", kind.code()));
        }
    }

    /** Ends or marks one batch of every kind. */
    Result run(CronLease lease) {
        boolean ended = false;
        boolean more = false;
        for (RequestKind kind : RequestKind.values()) {
            int unbound = deadlines.timeOutUnbound(lease, kind, batchSize);
            int marked = deadlines.requestAbandonment(lease, kind, batchSize);
            int unanswered = endOverdue(lease, kind);
            timedOut.get(kind).increment(unbound + unanswered);
            abandoned.get(kind).increment(marked);
            if (unbound + unanswered + marked > 0) {
                log.info(
                        "Deadlines passed kind={} timedOut={} abandonRequested={}",
                        kind.code(),
                        unbound + unanswered,
                        marked);
            }
            ended |= unbound + unanswered > 0;
            more |= unbound == batchSize || marked == batchSize;
        }
        return new Result(ended, more);
    }

    /**
     * What a round came to.
     *
     * @param ended whether any request ended
     * @param more whether a batch was full, so that another round is due at once
     */
    record Result(boolean ended, boolean more) {}

    private int endOverdue(CronLease lease, RequestKind kind) {
        List<Overdue> overdue = deadlines.overdueAnswers(kind, batchSize);
        int ended = 0;
        for (Overdue request : overdue) {
            if (deadlines
                    .endOverdue(lease, kind, request)
                    .filter(RequestStatus.TIMED_OUT::equals)
                    .isPresent()) {
                ended++;
            }
        }
        return ended;
    }
}
