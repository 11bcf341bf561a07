package org.relayersuite.tx.readiness;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.Work;
import org.relayersuite.tx.stage.Concurrently;
import org.relayersuite.tx.stage.Stage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves requests from {@code queued} to {@code processing} as soon as they may be sent. A request that may not yet holds
 * nothing while it waits: it is looked at again later, until its deadline.
 */
public final class ReadinessStage implements Stage {
    private static final Logger log = LoggerFactory.getLogger(ReadinessStage.class);

    /**
     * The pace of looking again.
     *
     * @param retry how long until a request that is not ready is looked at again
     * @param denialGrace how long a denial must last before it ends the request
     */
    public record Pace(int batchSize, Duration retry, Duration denialGrace) {}

    private final ClaimedRequests requests;
    private final ReadinessCheck check;
    private final Pace pace;
    private final Clock clock;
    private final Runnable onReady;
    private final Runnable onEnded;

    public ReadinessStage(
            ClaimedRequests requests,
            ReadinessCheck check,
            Pace pace,
            Clock clock,
            Runnable onReady,
            Runnable onEnded) {
        this.requests = requests;
        this.check = check;
        this.pace = pace;
        this.clock = clock;
        this.onReady = onReady;
        this.onEnded = onEnded;
    }

    @Override
    public boolean run(Lease lease) throws InterruptedException {
        boolean more = false;
        for (RequestKind kind : RequestKind.values()) {
            List<Work> due = requests.due(lease, kind, RequestStatus.QUEUED, pace.batchSize());
            if (!due.isEmpty()) {
                look(lease, kind, due);
            }
            more |= due.size() == pace.batchSize();
        }
        return more;
    }

    private void look(Lease lease, RequestKind kind, List<Work> due) throws InterruptedException {
        List<Readiness> found = Concurrently.map(due, work -> check.look(work.request()));
        List<Long> ready = new ArrayList<>();
        List<Long> notReady = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
            Work work = due.get(i);
            switch (found.get(i)) {
                case Readiness.Ready() -> ready.add(work.id());
                case Readiness.NotReady() -> notReady.add(work.id());
                case Readiness.Denied(String reason) -> denied(lease, kind, work, reason);
                case Readiness.HostUnreachable() ->
                    requests.postponeRefused(lease, kind, work.id(), ErrorLabel.HOST_ACL_FAILED, pace.retry());
            }
        }
        if (!notReady.isEmpty()) {
            requests.postpone(lease, kind, notReady, pace.retry());
        }
        if (!ready.isEmpty() && requests.ready(lease, kind, ready) > 0) {
            onReady.run();
        }
    }

    private void denied(Lease lease, RequestKind kind, Work work, String reason) {
        boolean lasting = work.refusal()
                        .filter(ErrorLabel.NOT_ALLOWED_ON_HOST_ACL::equals)
                        .isPresent()
                && work.refusedSince()
                        .filter(since -> !since.plus(pace.denialGrace()).isAfter(clock.instant()))
                        .isPresent();
        if (!lasting) {
            requests.postponeRefused(lease, kind, work.id(), ErrorLabel.NOT_ALLOWED_ON_HOST_ACL, pace.retry());
        } else if (requests.fail(lease, kind, work.id(), ErrorLabel.NOT_ALLOWED_ON_HOST_ACL, reason) > 0) {
            log.info("Request failed: denied by a host chain's ACL jobId={}", work.jobId());
            onEnded.run();
        }
    }
}
