package org.relayersuite.blocklistener.wiring;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.relayersuite.blocklistener.block.BlockFetch;
import org.relayersuite.blocklistener.cursor.CursorObserver;
import org.relayersuite.blocklistener.failure.ErrorKind;
import org.relayersuite.blocklistener.failure.ListenerException;
import org.relayersuite.blocklistener.failure.Verdict;
import org.relayersuite.blocklistener.flow.FlowObserver;

/**
 * The listener's own metrics (spec/listener.md 7.1), all with {@code chain_id}, all there from the start: a counter that
 * appears with its first event shows no increase to whoever watches it.
 */
public final class ListenerMetrics implements CursorObserver, FlowObserver, BlockFetch.FetchObserver {
    private final Counter passes;
    private final Counter reorgs;
    private final Counter publishErrors;
    private final Map<ErrorKind, Counter> transientErrors = new EnumMap<>(ErrorKind.class);
    private final Map<ErrorKind, Counter> permanentErrors = new EnumMap<>(ErrorKind.class);
    private final Timer blockFetches;
    private final Timer rangeFetches;
    private final AtomicLong tip = new AtomicLong();
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong holding = new AtomicLong();

    public ListenerMetrics(MeterRegistry registry, long chainId) {
        String chain = Long.toString(chainId);
        passes = counter("listener_cursor_iterations_total", "Passes of the live cursor", chain, registry);
        reorgs = counter("listener_reorgs_total", "Reorgs that were walked back and committed", chain, registry);
        publishErrors = counter("listener_publish_errors_total", "Failed attempts to publish", chain, registry);
        for (ErrorKind kind : ErrorKind.values()) {
            transientErrors.put(kind, errors("listener_transient_errors_total", chain, kind, registry));
            permanentErrors.put(kind, errors("listener_permanent_errors_total", chain, kind, registry));
        }
        blockFetches = timer(
                "listener_block_fetch_duration_seconds", "Fetching one block, attempts included", chain, registry);
        rangeFetches = timer(
                "listener_range_fetch_duration_seconds",
                "Walking one range, from the first request to the last commit",
                chain,
                registry);
        gauge("listener_db_tip_block_number", "Highest block that was published and committed", tip, chain, registry);
        gauge("listener_chain_height_block_number", "Newest block of the chain", head, chain, registry);
        gauge("listener_chain_held", "1 when this replica works on the chain", holding, chain, registry);
    }

    private static Counter counter(String name, String description, String chain, MeterRegistry registry) {
        return Counter.builder(name)
                .description(description)
                .tag("chain_id", chain)
                .register(registry);
    }

    private static Counter errors(String name, String chain, ErrorKind kind, MeterRegistry registry) {
        return Counter.builder(name)
                .description("Failures by kind")
                .tag("chain_id", chain)
                .tag("error_kind", kind.label())
                .register(registry);
    }

    private static Timer timer(String name, String description, String chain, MeterRegistry registry) {
        return Timer.builder(name)
                .description(description)
                .tag("chain_id", chain)
                .serviceLevelObjectives(Buckets.SECONDS)
                .register(registry);
    }

    private static void gauge(String name, String description, AtomicLong value, String chain, MeterRegistry registry) {
        Gauge.builder(name, value, AtomicLong::get)
                .description(description)
                .tag("chain_id", chain)
                .register(registry);
    }

    /** Counts the attempts to publish that fail. */
    Counter publishErrors() {
        return publishErrors;
    }

    @Override
    public void passStarted() {
        passes.increment();
    }

    @Override
    public void headRead(long number) {
        head.set(number);
    }

    @Override
    public void tipAt(long number) {
        tip.set(number);
    }

    @Override
    public void rangeWalked(Duration duration) {
        rangeFetches.record(duration);
    }

    @Override
    public void holding(boolean holds) {
        holding.set(holds ? 1 : 0);
    }

    @Override
    public void reorged() {
        reorgs.increment();
    }

    @Override
    public void failed(Verdict verdict) {
        (verdict.permanent() ? permanentErrors : transientErrors)
                .get(verdict.kind())
                .increment();
    }

    @Override
    public void fetched(Duration duration) {
        blockFetches.record(duration);
    }

    @Override
    public void attemptFailed(ListenerException failure) {
        failed(Verdict.of(failure));
    }
}
