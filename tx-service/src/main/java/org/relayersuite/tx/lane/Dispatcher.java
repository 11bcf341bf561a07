package org.relayersuite.tx.lane;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.sql.DatabaseException;
import org.relayersuite.tx.stage.Stage;
import org.relayersuite.tx.stage.StageLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stages of one lane, side by side, each in a loop of its own. A stage that has made work for the next one wakes it;
 * should that be missed, the next one looks by itself soon.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

    private final LaneLeader leader;
    private final ClaimedRequests requests;
    private final Map<String, StageLoop> loops = new ConcurrentHashMap<>();

    public Dispatcher(LaneLeader leader, ClaimedRequests requests) {
        this.leader = leader;
        this.requests = requests;
    }

    /** Adds a stage and starts it. */
    public void run(String name, Duration idle, Stage stage) {
        loops.put(name, new StageLoop(name, idle, leader::lease, stage));
    }

    /** Makes the stages of these names run soon, those that run already. */
    public void wake(String... names) {
        for (String name : names) {
            StageLoop loop = loops.get(name);
            if (loop != null) {
                loop.wake();
            }
        }
    }

    /** Stops claiming, lets the stages end what they are at, hands back what has no nonce yet, and releases the lane. */
    @Override
    public void close() {
        loops.values().forEach(StageLoop::stop);
        loops.values().forEach(StageLoop::close);
        leader.lease().ifPresent(this::handBack);
        leader.close();
    }

    private void handBack(Lease lease) {
        try {
            int handedBack = 0;
            for (RequestKind kind : RequestKind.values()) {
                handedBack += requests.handBack(lease, kind);
            }
            log.info("Requests handed back lane={} epoch={} requests={}", lease.lane(), lease.epoch(), handedBack);
        } catch (DatabaseException e) {
            log.warn("Requests not handed back, the next epoch claims them lane={}", lease.lane(), e);
        }
    }
}
