package org.relayersuite.tx.stage;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.relayersuite.store.dispatch.FencedOutException;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.loop.SupervisedLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a stage again and again while this process leads the lane. */
public final class StageLoop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StageLoop.class);

    private final String name;
    private final Supplier<Optional<Lease>> lease;
    private final Stage stage;
    private final SupervisedLoop loop;

    /**
     * Starts the loop.
     *
     * @param lease the right to act, asked for before each pass; empty while another process leads
     */
    public StageLoop(String name, Duration idle, Supplier<Optional<Lease>> lease, Stage stage) {
        this.name = name;
        this.lease = lease;
        this.stage = stage;
        this.loop = SupervisedLoop.start(name, idle, this::pass);
    }

    /** Makes the stage run soon. */
    public void wake() {
        loop.wake();
    }

    private boolean pass() throws InterruptedException {
        Optional<Lease> current = lease.get();
        if (current.isEmpty()) {
            return false;
        }
        try {
            return stage.run(current.get());
        } catch (FencedOutException e) {
            log.info("Stage stopped: {} stage={}", e.getMessage(), name);
            return false;
        }
    }

    /** Makes the present pass the last one. Does not wait for it. */
    public void stop() {
        loop.stop();
    }

    @Override
    public void close() {
        loop.close();
    }
}
