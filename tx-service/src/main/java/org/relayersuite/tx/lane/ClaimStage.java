package org.relayersuite.tx.lane;

import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.tx.stage.Stage;

/** Takes requests that nobody works on. Changes their ownership only. */
public final class ClaimStage implements Stage {
    private final ClaimedRequests requests;
    private final int batchSize;
    private final Runnable onClaimed;

    public ClaimStage(ClaimedRequests requests, int batchSize, Runnable onClaimed) {
        this.requests = requests;
        this.batchSize = batchSize;
        this.onClaimed = onClaimed;
    }

    @Override
    public boolean run(Lease lease) {
        boolean more = false;
        boolean any = false;
        for (RequestKind kind : RequestKind.values()) {
            int claimed = requests.claim(lease, kind, batchSize);
            any |= claimed > 0;
            more |= claimed == batchSize;
        }
        if (any) {
            onClaimed.run();
        }
        return more;
    }
}
