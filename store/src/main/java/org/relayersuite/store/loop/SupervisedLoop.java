package org.relayersuite.store.loop;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Metrics;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a body again and again on a virtual thread of its own: when woken, and after an idle time in any case. A body
 * that throws is started again after a growing pause, counted and logged once per unbroken run of failures.
 */
public final class SupervisedLoop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SupervisedLoop.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final String name;
    private final Duration idle;
    private final Backoff backoff;
    private final LoopBody body;
    private final Counter failures;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopping;

    private SupervisedLoop(String name, Duration idle, Backoff backoff, LoopBody body) {
        this.name = name;
        this.idle = idle;
        this.backoff = backoff;
        this.body = body;
        this.failures = Counter.builder("relayer_loop_failures_total")
                .description("Times the body of a loop failed and was started again")
                .tag("loop", name)
                .register(Metrics.globalRegistry);
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    /**
     * Starts a loop that pauses 100 ms to 5 s after failures.
     *
     * @param name of the loop in logs and metrics
     * @param idle how long to wait for a wake-up before running anyway
     */
    public static SupervisedLoop start(String name, Duration idle, LoopBody body) {
        return start(name, idle, new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5)), body);
    }

    /** As {@link #start(String, Duration, LoopBody)}, with pauses of the caller's choice after failures. */
    public static SupervisedLoop start(String name, Duration idle, Backoff backoff, LoopBody body) {
        SupervisedLoop loop = new SupervisedLoop(name, idle, backoff, body);
        loop.thread.start();
        return loop;
    }

    /** Makes the body run soon, once for any number of calls before it does. Never blocks. */
    public void wake() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    private void run() {
        int failed = 0;
        while (!stopping) {
            try {
                boolean more = body.run();
                if (failed > 0) {
                    log.info("Loop works again loop={} failures={}", name, failed);
                    failed = 0;
                }
                if (!more) {
                    await(idle);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                if (stopping) {
                    return;
                }
                failures.increment();
                if (failed++ == 0) {
                    log.error("Loop failed, starting it again loop={}", name, e);
                }
                if (!pauseAfter(failed)) {
                    return;
                }
            }
        }
    }

    private boolean pauseAfter(int failed) {
        try {
            Thread.sleep(backoff.pauseAfter(failed));
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void await(Duration limit) throws InterruptedException {
        if (wakeUps.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            wakeUps.drainPermits();
        }
    }

    /** Makes the present run of the body the last one. Does not wait for it. */
    public void stop() {
        stopping = true;
        wakeUps.release();
    }

    /** Lets the present run of the body end, within 20 seconds, then interrupts it. */
    @Override
    public void close() {
        stop();
        try {
            if (!thread.join(STOP_LIMIT)) {
                log.warn("Loop did not stop in time, interrupting it loop={}", name);
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
