package org.relayersuite.blocklistener.cursor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.blocklistener.failure.ListenerException;

/**
 * Fetches the blocks of a range in parallel and hands them out in order. A slot is opened for each height in turn and
 * filled by a task of its own, in whatever order the answers come. There are never more than {@code window} slots open:
 * that bounds the requests under way as well as the blocks that wait for the one below them. One thread at a time.
 */
public final class BlockSlots<B> implements AutoCloseable {
    private final BlockRange range;
    private final Fetch<B> fetch;
    private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
    private final Deque<Future<B>> slots = new ArrayDeque<>();
    private long nextToOpen;

    /** Gets one block, however long it takes. */
    @FunctionalInterface
    public interface Fetch<B> {
        B block(long number) throws InterruptedException;
    }

    public BlockSlots(BlockRange range, int window, Fetch<B> fetch) {
        this.range = range;
        this.fetch = fetch;
        this.nextToOpen = range.first();
        for (int i = 0; i < window; i++) {
            openNext();
        }
    }

    private void openNext() {
        if (nextToOpen <= range.last()) {
            long number = nextToOpen++;
            Callable<B> task = () -> fetch.block(number);
            slots.add(tasks.submit(task));
        }
    }

    /** Whether blocks of the range are still to be handed out. */
    public boolean hasNext() {
        return !slots.isEmpty();
    }

    /**
     * Waits for the lowest block that was not handed out yet. Its slot is given to the next height.
     *
     * @throws ListenerException as thrown by the fetch
     * @throws java.util.NoSuchElementException after the last block
     */
    public B next() throws InterruptedException {
        B block = await(slots.removeFirst());
        openNext();
        return block;
    }

    private B await(Future<B> slot) throws InterruptedException {
        try {
            return slot.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ListenerException known) {
                throw known;
            }
            throw new InvariantViolationException("fetching a block failed in an unforeseen way", e.getCause());
        }
    }

    /** Cancels what is under way and waits until all tasks have ended, so that no request outlives its range. */
    @Override
    public void close() {
        tasks.shutdownNow();
        tasks.close();
    }
}
