package org.relayersuite.devnet.bench;

import java.util.Arrays;

/** A sample of durations in nanoseconds. */
final class Figures {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] sorted;

    Figures(long[] nanos) {
        sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    /** The value, in milliseconds, that a share of the sample does not exceed. */
    double quantile(double share) {
        int index = (int) Math.ceil(share * sorted.length) - 1;
        return sorted[Math.max(0, index)] / NANOS_PER_MILLI;
    }

    double median() {
        return quantile(0.5);
    }
}
