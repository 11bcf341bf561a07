package org.relayersuite.blocklistener.block;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.relayersuite.blocklistener.failure.BlockFetchException;
import org.relayersuite.blocklistener.failure.InconsistentBlockException;
import org.relayersuite.blocklistener.failure.ListenerException;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Hash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a whole block however often it has to ask. An empty answer is a node that is behind, an answer that does not fit
 * together is a node in the middle of a reorg: both are asked again and never taken for an empty block.
 */
public final class BlockFetch {
    private static final Logger log = LoggerFactory.getLogger(BlockFetch.class);

    private static final int ATTEMPTS_BEFORE_WARNING = 10;

    private final BlockReader reader;
    private final FetchPauses pauses;
    private final LongSupplier nanoClock;
    private final FetchObserver observer;

    /** Is told about fetches, for metrics. Must not block and must not throw. */
    public interface FetchObserver {
        /** A block was got, after {@code duration}, attempts and pauses included. */
        void fetched(Duration duration);

        /** An attempt failed; it is going to be repeated unless the fetch gives up. */
        void attemptFailed(ListenerException failure);
    }

    /** @param nanoClock monotonic, in nanoseconds */
    public BlockFetch(BlockReader reader, FetchPauses pauses, LongSupplier nanoClock, FetchObserver observer) {
        this.reader = reader;
        this.pauses = pauses;
        this.nanoClock = nanoClock;
        this.observer = observer;
    }

    /** Returns the block that is canonical at {@code number} for the endpoint that answers. Asks without limit. */
    public FetchedBlock byNumber(long number) throws InterruptedException {
        return patiently("blockNumber=" + number, Optional.empty(), () -> reader.byNumber(number));
    }

    /**
     * Returns the block with this hash.
     *
     * @throws BlockFetchException when it was not to be had within {@code limit}: a block that was orphaned may be gone
     *     from every node, and nobody may wait for it for ever
     */
    public FetchedBlock byHash(Hash hash, Duration limit) throws InterruptedException {
        return patiently("blockHash=" + hash, Optional.of(limit), () -> reader.byHash(hash));
    }

    private FetchedBlock patiently(String which, Optional<Duration> limit, Supplier<Optional<FetchedBlock>> attempt)
            throws InterruptedException {
        long start = nanoClock.getAsLong();
        int failures = 0;
        int errorsInARow = 0;
        while (true) {
            Duration pause = pauses.fixed();
            ListenerException failure;
            try {
                Optional<FetchedBlock> block = attempt.get();
                if (block.isPresent()) {
                    observer.fetched(Duration.ofNanos(nanoClock.getAsLong() - start));
                    return block.get();
                }
                errorsInARow = 0;
                failure = new BlockFetchException("it is not there yet", null);
            } catch (InconsistentBlockException e) {
                errorsInARow = 0;
                failure = e;
            } catch (RpcException e) {
                pause = pauses.afterErrors(++errorsInARow);
                failure = new BlockFetchException("no answer", e);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("fetch of " + which);
            }
            report(failure, which, ++failures);
            if (limit.isPresent()
                    && nanoClock.getAsLong() - start >= limit.get().toNanos()) {
                throw failure;
            }
            Thread.sleep(pause);
        }
    }

    private void report(ListenerException failure, String which, int failures) {
        observer.attemptFailed(failure);
        // At the head a block is often not there at the first try; who has waited this long wants to know why.
        if (failures == ATTEMPTS_BEFORE_WARNING) {
            Throwable reason = failure.getCause() == null ? failure : failure.getCause();
            log.warn(
                    "Block cannot be fetched, still trying {} attempts={} reason=\"{}\"",
                    which,
                    failures,
                    reason.getMessage());
        }
    }
}
