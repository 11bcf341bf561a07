package org.relayersuite.chain.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.relayersuite.chain.read.ChainHead.Head;
import org.relayersuite.chain.read.ReadMetrics.Kind;
import org.relayersuite.chain.read.ReadMetrics.Outcome;
import org.relayersuite.chain.read.SingleFlight.Flight;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.chain.rpc.RpcTransportException;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * Calls of contracts on one chain that many callers share. There are three kinds, by how long an answer stays true:
 * {@link #constant constants} for ever, calls {@link #at at a block} for ever for that block, and {@link #latest latest}
 * values for a while. Each is kept in a cache of bounded size, and fetched once however many ask at the same time.
 * Failures are told to everyone who waits, and are not kept.
 *
 * <p>Calls block, made for virtual threads. One instance belongs to one chain: keys need not name it.
 */
public final class ChainReads {
    /** What an entry takes besides its bytes, roughly: keys, headers and the cache's own nodes. */
    private static final int ENTRY_BYTES = 512;
    /** Every request is bounded by the client; this only keeps a fetch of several from being endless. */
    private static final Duration LONGEST_FETCH = Duration.ofMinutes(5);

    private final Ethereum chain;
    private final LongSupplier nanoTime;
    private final ReadMetrics metrics;
    private final ChainHead head;
    private final Cache<ViewCall, Bytes> constants;
    private final Cache<CallAt, CallResult> heights;
    private final Cache<ViewCall, Seen> latest;
    private final SingleFlight<ViewCall, Bytes> constantFlights = new SingleFlight<>();
    private final SingleFlight<CallAt, CallResult> heightFlights = new SingleFlight<>();
    private final SingleFlight<ViewCall, Seen> latestFlights = new SingleFlight<>();

    private record CallAt(Hash blockHash, ViewCall call) {}

    /** @param seenAt when {@code block} was the latest, by the clock of {@link System#nanoTime} */
    private record Seen(CallResult result, BlockHeader block, long seenAt) {}

    /** Reads through {@code chain}, and counts into {@code registry} under the chain's id. */
    public ChainReads(Ethereum chain, long chainId, ReadSettings settings, MeterRegistry registry) {
        this(chain, chainId, settings, registry, System::nanoTime);
    }

    ChainReads(Ethereum chain, long chainId, ReadSettings settings, MeterRegistry registry, LongSupplier nanoTime) {
        this.chain = chain;
        this.nanoTime = nanoTime;
        this.metrics = new ReadMetrics(registry, chainId);
        this.head = new ChainHead(chain, settings.headMaxAge(), nanoTime, metrics);
        this.constants = bounded(settings).weigher(ChainReads::weightOfConstant).build();
        this.heights = bounded(settings).weigher(ChainReads::weightOfHeight).build();
        this.latest = bounded(settings).weigher(ChainReads::weightOfLatest).build();
    }

    private static Caffeine<Object, Object> bounded(ReadSettings settings) {
        // Room is made by the thread that fills the cache: the bound holds at once, and no pool is needed.
        return Caffeine.newBuilder().maximumWeight(settings.maxCacheBytes()).executor(Runnable::run);
    }

    private static int weightOfConstant(ViewCall call, Bytes data) {
        return weight(call, data);
    }

    private static int weightOfHeight(CallAt key, CallResult result) {
        return weight(key.call(), result.data());
    }

    private static int weightOfLatest(ViewCall call, Seen seen) {
        return weight(call, seen.result().data());
    }

    private static int weight(ViewCall call, Bytes data) {
        return (int)
                Math.min(Integer.MAX_VALUE, (long) ENTRY_BYTES + call.data().size() + data.size());
    }

    /**
     * The return data of a call that never changes once it has an answer: a name, a threshold of a context.
     *
     * @param deadline how long to wait
     * @throws RpcErrorException when the call reverted or the node refused; not kept
     * @throws RpcTransportException when there is no answer within the deadline; not kept
     */
    public Bytes constant(ViewCall call, Duration deadline) {
        Bytes known = constants.getIfPresent(call);
        if (known != null) {
            metrics.count(Kind.CONSTANT, Outcome.HIT);
            return known;
        }
        Flight<Bytes> flight =
                constantFlights.fly(call, () -> Optional.ofNullable(constants.getIfPresent(call)), () -> {
                    Bytes data = chain.call(call.to(), call.data(), BlockTag.LATEST, call.gasCap());
                    constants.put(call, data);
                    return data;
                });
        count(Kind.CONSTANT, flight);
        return flight.await(Deadline.in(deadline));
    }

    /**
     * What a call comes to at the block with {@code blockHash}, while that is canonical.
     *
     * @param deadline how long to wait
     * @throws RpcErrorException when the node does not have the block, or not on its chain
     * @throws RpcTransportException when there is no answer within the deadline
     */
    public CallResult at(Hash blockHash, ViewCall call, Duration deadline) {
        return at(chain, new CallAt(blockHash, call), Deadline.in(deadline));
    }

    private CallResult at(Ethereum endpoint, CallAt key, Deadline deadline) {
        CallResult known = heights.getIfPresent(key);
        if (known != null) {
            metrics.count(Kind.HEIGHT, Outcome.HIT);
            return known;
        }
        Flight<CallResult> flight = heightFlights.fly(key, () -> Optional.ofNullable(heights.getIfPresent(key)), () -> {
            CallResult result = call(endpoint, key);
            heights.put(key, result);
            return result;
        });
        count(Kind.HEIGHT, flight);
        return flight.await(deadline);
    }

    private static CallResult call(Ethereum endpoint, CallAt key) {
        ViewCall call = key.call();
        try {
            return new CallResult.Returned(endpoint.call(call.to(), call.data(), key.blockHash(), call.gasCap()));
        } catch (RpcErrorException e) {
            return CallResult.ofError(e).orElseThrow(() -> e);
        }
    }

    /**
     * What a call comes to at the latest block. The block is asked for once for all callers, so that the same call at
     * the same head is made once.
     *
     * @param deadline how long to wait
     * @throws RpcException when no endpoint told within the deadline
     */
    public Reading atHead(ViewCall call, Duration deadline) {
        return reading(seenAtHead(call, Deadline.in(deadline)), false);
    }

    private Seen seenAtHead(ViewCall call, Deadline deadline) {
        Head now = head.current(deadline);
        try {
            return seenAt(now, call, deadline);
        } catch (RpcException e) {
            if (deadline.left() == 0) {
                throw e;
            }
            // Once more: the endpoint that had the block may be gone by now, or the block by a reorg.
            return seenAt(head.after(now, deadline), call, deadline);
        }
    }

    private Seen seenAt(Head now, ViewCall call, Deadline deadline) {
        CallResult result = at(now.endpoint(), new CallAt(now.block().hash(), call), deadline);
        return new Seen(result, now.block(), now.seenAt());
    }

    /**
     * What a call comes to at a recent block, as fresh as {@code freshness} wants it, or a stale reading where it allows
     * that.
     *
     * @throws RpcException when there is neither
     */
    public Reading latest(ViewCall call, Freshness freshness) {
        Seen known = latest.getIfPresent(call);
        if (known != null && isFresh(known, freshness.maxAge())) {
            metrics.count(Kind.LATEST, Outcome.HIT);
            return reading(known, false);
        }
        Flight<Seen> flight = latestFlights.fly(
                call,
                () -> Optional.ofNullable(latest.getIfPresent(call)).filter(seen -> isFresh(seen, freshness.maxAge())),
                () -> {
                    Seen seen = seenAtHead(call, Deadline.in(LONGEST_FETCH));
                    latest.put(call, seen);
                    return seen;
                });
        count(Kind.LATEST, flight);
        try {
            return reading(flight.await(Deadline.in(freshness.deadline())), false);
        } catch (RpcException e) {
            Seen last = latest.getIfPresent(call);
            if (last == null || !isFresh(last, freshness.maxStale())) {
                throw e;
            }
            metrics.count(Kind.LATEST, Outcome.STALE);
            return reading(last, true);
        }
    }

    private boolean isFresh(Seen seen, Duration maxAge) {
        return nanoTime.getAsLong() - seen.seenAt() <= maxAge.toNanos();
    }

    private Reading reading(Seen seen, boolean stale) {
        return new Reading(seen.result(), seen.block(), Duration.ofNanos(nanoTime.getAsLong() - seen.seenAt()), stale);
    }

    /** How many answers are kept, in all three caches. */
    long entries() {
        return constants.estimatedSize() + heights.estimatedSize() + latest.estimatedSize();
    }

    private void count(Kind kind, Flight<?> flight) {
        metrics.count(kind, flight.joined() ? Outcome.COALESCED : Outcome.MISS);
    }
}
