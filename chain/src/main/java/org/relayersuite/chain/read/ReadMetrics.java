package org.relayersuite.chain.read;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts how shared reads were answered: {@code relayer_chain_reads_total} by chain, kind and outcome. */
final class ReadMetrics {

    /** The kinds of cache, and the head of the chain. */
    enum Kind {
        CONSTANT,
        HEIGHT,
        LATEST,
        HEAD
    }

    /** How one caller was answered. */
    enum Outcome {
        /** From the cache. */
        HIT,
        /** By asking the chain. */
        MISS,
        /** By waiting for what somebody else was asking already. */
        COALESCED,
        /** With an old reading, for want of a new one. */
        STALE
    }

    private final Map<Kind, Map<Outcome, Counter>> counters = new EnumMap<>(Kind.class);

    ReadMetrics(MeterRegistry registry, long chainId) {
        for (Kind kind : Kind.values()) {
            Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                outcomes.put(
                        outcome,
                        registry.counter(
                                "relayer_chain_reads",
                                "chain_id",
                                Long.toString(chainId),
                                "kind",
                                kind.name().toLowerCase(Locale.ROOT),
                                "outcome",
                                outcome.name().toLowerCase(Locale.ROOT)));
            }
            counters.put(kind, outcomes);
        }
    }

    void count(Kind kind, Outcome outcome) {
        counters.get(kind).get(outcome).increment();
    }
}
