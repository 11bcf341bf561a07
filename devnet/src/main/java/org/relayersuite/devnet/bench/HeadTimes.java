package org.relayersuite.devnet.bench;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.HeadSubscription;
import org.relayersuite.chain.rpc.RpcException;

/** When an onlooker saw each block of a chain appear, in nanoseconds of this machine's monotonic clock. */
final class HeadTimes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Map<Long, Long> seen = new HashMap<>();
    private final Semaphore heads = new Semaphore(0);
    private final Ethereum chain;
    private final HeadSubscription subscription;
    private final Thread onlooker;
    private long last;

    HeadTimes(Ethereum chain, URI webSocket) {
        this.chain = chain;
        this.last = chain.blockNumber();
        this.subscription = new HeadSubscription(webSocket, heads::release);
        this.onlooker = Thread.ofVirtual().name("head-times").start(this::look);
    }

    private void look() {
        try {
            while (true) {
                heads.acquire();
                heads.drainPermits();
                long head = chain.blockNumber();
                note(head, System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RpcException e) {
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
    }

    private synchronized void note(long head, long now) {
        while (last < head) {
            seen.put(++last, now);
        }
        notifyAll();
    }

    /**
     * When the block was seen. Waits for it: a service may have been told of it before this onlooker.
     *
     * @throws IllegalStateException when it is not seen within five seconds
     */
    synchronized long of(long blockNumber) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!seen.containsKey(blockNumber)) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new IllegalStateException("block " + blockNumber + " of the gateway was not seen");
            }
            wait(left);
        }
        return seen.get(blockNumber);
    }

    @Override
    public void close() {
        subscription.close();
        onlooker.interrupt();
    }
}
