package org.relayersuite.chain.read;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.relayersuite.chain.read.ReadMetrics.Kind;
import org.relayersuite.chain.read.ReadMetrics.Outcome;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcException;

/** The latest block of a chain as all readers share it, together with the endpoint that has it. */
final class ChainHead {
    private static final String KEY = "head";

    private final Ethereum chain;
    private final long maxAgeNanos;
    private final LongSupplier nanoTime;
    private final ReadMetrics metrics;
    private final SingleFlight<String, Head> flights = new SingleFlight<>();
    private final AtomicReference<Head> latest = new AtomicReference<>();

    /**
     * @param seenAt when it was asked for, by the clock of {@link System#nanoTime}
     * @param endpoint reads from the endpoint that has the block: another one may not have it yet
     */
    record Head(BlockHeader block, long seenAt, Ethereum endpoint) {}

    ChainHead(Ethereum chain, Duration maxAge, LongSupplier nanoTime, ReadMetrics metrics) {
        this.chain = chain;
        this.maxAgeNanos = maxAge.toNanos();
        this.nanoTime = nanoTime;
        this.metrics = metrics;
    }

    /**
     * The latest block, as of {@code maxAge} ago at most.
     *
     * @throws RpcException when no endpoint tells in time
     */
    Head current(Deadline deadline) {
        Optional<Head> known = known();
        if (known.isPresent()) {
            metrics.count(Kind.HEAD, Outcome.HIT);
            return known.get();
        }
        SingleFlight.Flight<Head> flight = flights.fly(KEY, this::known, this::fetch);
        metrics.count(Kind.HEAD, flight.joined() ? Outcome.COALESCED : Outcome.MISS);
        return flight.await(deadline);
    }

    /** Asks again after a read at {@code failed} went wrong: its endpoint may be gone, or its block. */
    Head after(Head failed, Deadline deadline) {
        latest.compareAndSet(failed, null);
        return current(deadline);
    }

    private Optional<Head> known() {
        return Optional.ofNullable(latest.get()).filter(head -> nanoTime.getAsLong() - head.seenAt() <= maxAgeNanos);
    }

    private Head fetch() {
        long askedAt = nanoTime.getAsLong();
        Head head = chain.fromOneEndpoint(endpoint -> new Head(endpoint.latestHeader(), askedAt, endpoint));
        latest.set(head);
        return head;
    }
}
