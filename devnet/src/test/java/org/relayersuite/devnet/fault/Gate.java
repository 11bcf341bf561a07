package org.relayersuite.devnet.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds one kind of call at one moment, until the test has done what it wants to do in that moment. */
public final class Gate {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final CountDownLatch caught = new CountDownLatch(1);
    private final CompletableFuture<Boolean> verdict = new CompletableFuture<>();

    Gate() {}

    /**
     * Waits until a call stands at the gate.
     *
     * @throws IllegalStateException when none came within a minute
     */
    public void awaitCaught() throws InterruptedException {
        if (!caught.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("no call came to the gate within " + PATIENCE);
        }
    }

    /** Lets the held calls, and all later ones, go on. */
    public void open() {
        verdict.complete(true);
    }

    /** Loses the held calls: they go no further, as if the network had swallowed them. Later ones are lost too. */
    public void lose() {
        verdict.complete(false);
    }

    /** Stands at the gate; returns whether the call goes on. */
    boolean pass() {
        caught.countDown();
        return verdict.join();
    }
}
