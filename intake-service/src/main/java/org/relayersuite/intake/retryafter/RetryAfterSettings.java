package org.relayersuite.intake.retryafter;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;

/**
 * The numbers that Retry-After is computed from (spec/relayer.md, section 9).
 *
 * @param minSeconds the least that is told
 * @param maxSeconds the most that is told
 * @param safetyMargin a share of the estimate that is added to it, 0 to 1
 * @param transactionsPerSecond that a kind's queue is taken to drain at while nothing was measured
 * @param readinessConcurrency readiness checks that are taken to run at a time
 * @param readinessCheck how long one takes
 * @param processing from the transaction to the answer, by kind
 * @param confirmation from sending a transaction to its receipt
 * @param backoff what to tell of a step that takes longer than it should, by how long it has taken; ascending
 */
public record RetryAfterSettings(
        int minSeconds,
        int maxSeconds,
        double safetyMargin,
        Map<RequestKind, Integer> transactionsPerSecond,
        int readinessConcurrency,
        Duration readinessCheck,
        Map<RequestKind, Duration> processing,
        Duration confirmation,
        List<Backoff> backoff) {

    /** From {@code elapsed} on, {@code seconds} are told. */
    public record Backoff(Duration elapsed, int seconds) {}

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when one makes no sense
     */
    public RetryAfterSettings {
        require(minSeconds >= 1, "min-seconds is at least 1");
        require(minSeconds <= maxSeconds, "min-seconds is not above max-seconds");
        require(safetyMargin >= 0 && safetyMargin <= 1, "safety-margin is 0 to 1");
        require(readinessConcurrency > 0, "readiness-concurrency is positive");
        for (RequestKind kind : RequestKind.values()) {
            require(transactionsPerSecond.get(kind) > 0, "transactions-per-second is positive");
            require(!processing.get(kind).isNegative(), "nominal times are not negative");
        }
        require(!readinessCheck.isNegative() && !confirmation.isNegative(), "nominal times are not negative");
        require(!backoff.isEmpty(), "copro-kms-backoff-intervals is not empty");
        List<Duration> steps = backoff.stream().map(Backoff::elapsed).toList();
        require(
                !steps.getFirst().isNegative()
                        && List.copyOf(new TreeSet<>(steps)).equals(steps),
                "copro-kms-backoff-intervals ascends");
        transactionsPerSecond = Map.copyOf(transactionsPerSecond);
        processing = Map.copyOf(processing);
        backoff = List.copyOf(backoff);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("relayer.http.retry-after: " + rule);
        }
    }

    /** The numbers of the configuration. */
    public static RetryAfterSettings of(HttpConfig.RetryAfter config) {
        HttpConfig.NominalTimes times = config.nominalTimes();
        Map<RequestKind, Integer> rates = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            rates.put(kind, config.transactionsPerSecond());
        }
        return new RetryAfterSettings(
                config.minSeconds(),
                config.maxSeconds(),
                config.safetyMargin(),
                rates,
                config.readinessConcurrency(),
                Duration.ofSeconds(times.readinessCheckSeconds()),
                Map.of(
                        RequestKind.INPUT_PROOF, Duration.ofSeconds(times.inputProofProcessingSeconds()),
                        RequestKind.PUBLIC_DECRYPT, Duration.ofSeconds(times.publicDecryptProcessingSeconds()),
                        RequestKind.USER_DECRYPT, Duration.ofSeconds(times.userDecryptProcessingSeconds())),
                Duration.ofMillis(times.txConfirmationMs()),
                config.coproKmsBackoffIntervals().stream()
                        .map(step -> new Backoff(Duration.ofSeconds(step.elapsedSeconds()), step.retrySeconds()))
                        .toList());
    }
}
