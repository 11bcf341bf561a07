package org.relayersuite.tx.submission;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.dispatch.Binding;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.PreparedTransaction;
import org.relayersuite.store.dispatch.Work;
import org.relayersuite.tx.stage.Concurrently;
import org.relayersuite.tx.stage.Stage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds or binds the nonce of requests in {@code processing}. A row that has a binding goes on with it; for the others
 * everything that can refuse the transaction is asked first, since a nonce, once bound, must be used.
 */
public final class SubmissionStage implements Stage {
    private static final Logger log = LoggerFactory.getLogger(SubmissionStage.class);

    /**
     * The pace of trying.
     *
     * @param retry how long until a request that could not be sent is tried again
     * @param paymentGrace how long a pause or an empty wallet must last before it ends the request
     */
    public record Pace(int batchSize, Duration retry, Duration paymentGrace) {}

    private final ClaimedRequests requests;
    private final Binding binding;
    private final GasEstimator estimator;
    private final NonceGuard nonceGuard;
    private final Pace pace;
    private final Clock clock;
    private final Runnable onBound;
    private final Runnable onEnded;

    public SubmissionStage(
            ClaimedRequests requests,
            Binding binding,
            GasEstimator estimator,
            NonceGuard nonceGuard,
            Pace pace,
            Clock clock,
            Runnable onBound,
            Runnable onEnded) {
        this.requests = requests;
        this.binding = binding;
        this.estimator = estimator;
        this.nonceGuard = nonceGuard;
        this.pace = pace;
        this.clock = clock;
        this.onBound = onBound;
        this.onEnded = onEnded;
    }

    @Override
    public boolean run(Lease lease) throws InterruptedException {
        boolean more = false;
        for (RequestKind kind : RequestKind.values()) {
            int resumed = requests.resumeBound(lease, kind);
            List<Work> due = requests.due(lease, kind, RequestStatus.PROCESSING, pace.batchSize());
            int bound = due.isEmpty() ? 0 : submit(lease, kind, due);
            if (resumed + bound > 0) {
                onBound.run();
            }
            more |= due.size() == pace.batchSize();
        }
        return more;
    }

    private int submit(Lease lease, RequestKind kind, List<Work> due) throws InterruptedException {
        nonceGuard.check(lease);
        List<GasEstimate> estimates = Concurrently.map(due, work -> estimator.estimate(work.request()));
        List<PreparedTransaction> sendable = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
            Work work = due.get(i);
            switch (estimates.get(i)) {
                case GasEstimate.Sendable(var call, var gasLimit) ->
                    sendable.add(new PreparedTransaction(work.id(), call.to(), call.data(), gasLimit));
                case GasEstimate.Refused(ErrorLabel label) -> refused(lease, kind, work, label);
                case GasEstimate.Hopeless(ErrorLabel label, String reason) -> fail(lease, kind, work, label, reason);
                case GasEstimate.Unanswered() ->
                    requests.postponeRefused(lease, kind, work.id(), ErrorLabel.INTERNAL_SERVER_ERROR, pace.retry());
            }
        }
        return sendable.isEmpty() ? 0 : binding.bind(lease, kind, sendable);
    }

    private void refused(Lease lease, RequestKind kind, Work work, ErrorLabel label) {
        boolean lasting = work.refusal().filter(label::equals).isPresent()
                && work.refusedSince()
                        .filter(since -> !since.plus(pace.paymentGrace()).isAfter(clock.instant()))
                        .isPresent();
        if (lasting) {
            fail(lease, kind, work, label, "the gateway refused the request: " + label.code());
        } else {
            if (work.refusal().isEmpty()) {
                log.error("Gateway refuses requests for now label={} lane={}", label.code(), lease.lane());
            }
            requests.postponeRefused(lease, kind, work.id(), label, pace.retry());
        }
    }

    private void fail(Lease lease, RequestKind kind, Work work, ErrorLabel label, String reason) {
        if (requests.fail(lease, kind, work.id(), label, reason) > 0) {
            log.info("Request failed before sending label={} jobId={}", label.code(), work.jobId());
            onEnded.run();
        }
    }
}
