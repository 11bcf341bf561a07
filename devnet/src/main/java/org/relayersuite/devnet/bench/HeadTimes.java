package org.relayersuite.devnet.bench;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.HeadSubscription;
import org.relayersuite.chain.rpc.RpcException;

/** When an onlooker saw each block of a chain appear, in nanoseconds of this machine's monotonic clock. */
final class HeadTimes implements AutoCloseable {
    private final Map<Long, Long> seen = new ConcurrentHashMap<>();
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
                long now = System.nanoTime();
                for (long number = last + 1; number <= head; number++) {
                    seen.put(number, now);
                }
                last = head;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RpcException e) {
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
    }

    /**
     * When the block was seen.
     *
     * @throws IllegalStateException when it was not
     */
    long of(long blockNumber) {
        Long time = seen.get(blockNumber);
        if (time == null) {
            throw new IllegalStateException("block " + blockNumber + " of the gateway was not seen");
        }
        return time;
    }

    @Override
    public void close() {
        subscription.close();
        onlooker.interrupt();
    }
}
