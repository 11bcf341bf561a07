package org.relayersuite.intake.retryafter;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.request.WaitingRequests;
import org.relayersuite.store.request.WaitingRequests.Sent;

/** Measures at which rate each kind's queue gets its transactions. Every replica measures the same, from the database. */
@ApplicationScoped
public class DrainRates {
    private final WaitingRequests requests;
    private final Supplier<RetryAfterSettings> settings;
    private final Duration interval;
    private final Map<RequestKind, DrainRate> rates = new EnumMap<>(RequestKind.class);
    private final Map<RequestKind, Long> waitedBefore = new EnumMap<>(RequestKind.class);
    private SupervisedLoop loop;
    private long upTo;
    private long lastLook;

    DrainRates(WaitingRequests requests, Supplier<RetryAfterSettings> settings, HttpConfig config) {
        this.requests = requests;
        this.settings = settings;
        this.interval = config.drainRateInterval();
        for (RequestKind kind : RequestKind.values()) {
            rates.put(kind, new DrainRate());
        }
    }

    void start(@Observes StartupEvent event) {
        loop = SupervisedLoop.start("drain-rate", interval, this::look);
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
    }

    /** Transactions per second; empty when nothing of late tells. */
    public OptionalDouble perSecond(RequestKind kind) {
        return rates.get(kind).perSecond(System.nanoTime());
    }

    private boolean look() {
        long now = System.nanoTime();
        Sent sent = requests.sentAfter(upTo);
        Duration length = Duration.ofNanos(now - lastLook);
        for (RequestKind kind : RequestKind.values()) {
            long waiting = requests.count(kind);
            Long before = waitedBefore.put(kind, waiting);
            if (before != null && upTo > 0) {
                // What the nominal rate would have taken: with less than that, the queue may have run empty.
                long enough =
                        (long) Math.ceil(settings.get().transactionsPerSecond().get(kind) * length.toNanos() / 1e9);
                rates.get(kind)
                        .saw(
                                now,
                                length,
                                Math.min(before, waiting),
                                enough,
                                sent.counts().get(kind));
            }
        }
        upTo = sent.upTo();
        lastLook = now;
        return false;
    }
}
