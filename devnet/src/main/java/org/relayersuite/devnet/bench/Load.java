package org.relayersuite.devnet.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a load driver saw.
 *
 * @param requests how many were answered
 * @param perSecond requests per second
 * @param p50 median latency, in milliseconds
 * @param p99 latency that 99 of 100 requests do not exceed, in milliseconds
 */
record Load(long requests, double perSecond, double p50, double p99) {
    private static final Pattern FIGURES =
            Pattern.compile("FIGURES requests=(\\d+) micros=(\\d+) p50=(\\d+) p99=(\\d+) failed=(\\d+)");
    private static final Pattern PGBENCH_RATE =
            Pattern.compile("tps = ([0-9.]+) \\(without initial connection time\\)");
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    /**
     * Reads the line that the scripts of wrk print.
     *
     * @throws IllegalStateException when a request failed: a rate with failures in it says nothing
     */
    static Load ofWrk(String output) {
        Matcher figures = FIGURES.matcher(output);
        if (!figures.find()) {
            throw new IllegalStateException("wrk printed no figures:\n" + output);
        }
        long failed = Long.parseLong(figures.group(5));
        if (failed > 0) {
            throw new IllegalStateException(failed + " requests failed:\n" + output);
        }
        long requests = Long.parseLong(figures.group(1));
        return new Load(
                requests,
                requests * MICROS_PER_SECOND / Long.parseLong(figures.group(2)),
                Long.parseLong(figures.group(3)) / MICROS_PER_MILLI,
                Long.parseLong(figures.group(4)) / MICROS_PER_MILLI);
    }

    /** Reads the transactions per second that pgbench prints. */
    static double ofPgbench(String output) {
        Matcher rate = PGBENCH_RATE.matcher(output);
        if (!rate.find()) {
            throw new IllegalStateException("pgbench printed no rate:\n" + output);
        }
        return Double.parseDouble(rate.group(1));
    }
}
