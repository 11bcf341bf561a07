package org.relayersuite.intake.retryafter;

import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.HttpConfig.Backoff;

/** Estimates how long a request will still take. */
@Startup
@Singleton
public final class RetryAfter {
    private final HttpConfig.RetryAfter config;

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException when a value makes no sense
     */
    public RetryAfter(HttpConfig http) {
        this.config = http.retryAfter();
        require(config.minSeconds() >= 1, "min-seconds is at least 1");
        require(config.minSeconds() <= config.maxSeconds(), "min-seconds is not above max-seconds");
        require(config.safetyMargin() >= 0 && config.safetyMargin() <= 1, "safety-margin is 0 to 1");
        require(config.transactionsPerSecond() > 0, "transactions-per-second is positive");
        require(config.readinessConcurrency() > 0, "readiness-concurrency is positive");
        require(!config.coproKmsBackoffIntervals().isEmpty(), "copro-kms-backoff-intervals is not empty");
        int previous = -1;
        for (Backoff interval : config.coproKmsBackoffIntervals()) {
            require(interval.elapsedSeconds() > previous, "copro-kms-backoff-intervals ascends");
            previous = interval.elapsedSeconds();
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("relayer.http.retry-after: " + rule);
        }
    }

    /**
     * The whole time of a request that enters the queue now.
     *
     * @param ahead how many requests of its kind wait before it
     */
    public Duration estimate(RequestKind kind, long ahead) {
        Duration ready = switch (kind) {
            // Input proofs have no ciphertexts to wait for.
            case INPUT_PROOF -> Duration.ZERO;
            case PUBLIC_DECRYPT, USER_DECRYPT ->
                Duration.ofSeconds(config.nominalTimes().readinessCheckSeconds())
                        .multipliedBy(Math.ceilDiv(ahead, config.readinessConcurrency()));
        };
        Duration sent = Duration.ofMillis(Math.ceilDiv(ahead * 1000, config.transactionsPerSecond()));
        return ready.plus(sent).plus(processing(kind)).plus(confirmation());
    }

    /** The seconds to tell a client for an estimate: with the margin, rounded up, within the bounds. */
    public int seconds(Duration estimate) {
        double withMargin = Math.ceil(estimate.toMillis() * (1 + config.safetyMargin()));
        return clamp((long) Math.ceil(withMargin / 1000));
    }

    /**
     * The seconds to tell a client whose job has not ended.
     *
     * @param ahead how many requests of its kind wait before it
     * @param elapsed since the job entered {@code status}
     */
    public int seconds(RequestKind kind, RequestStatus status, long ahead, Duration elapsed) {
        return switch (status) {
            case QUEUED -> seconds(estimate(kind, ahead));
            case PROCESSING -> seconds(processing(kind).plus(confirmation()));
            case TX_IN_FLIGHT -> seconds(processing(kind));
            case RECEIPT_RECEIVED -> clamp(backoff(elapsed));
            case COMPLETED, TIMED_OUT, FAILURE ->
                throw new IllegalArgumentException("nothing to wait for in " + status.code());
        };
    }

    private int backoff(Duration elapsed) {
        int retry = config.coproKmsBackoffIntervals().getFirst().retrySeconds();
        for (Backoff interval : config.coproKmsBackoffIntervals()) {
            if (elapsed.toSeconds() >= interval.elapsedSeconds()) {
                retry = interval.retrySeconds();
            }
        }
        return retry;
    }

    private Duration processing(RequestKind kind) {
        HttpConfig.NominalTimes times = config.nominalTimes();
        return Duration.ofSeconds(
                switch (kind) {
                    case INPUT_PROOF -> times.inputProofProcessingSeconds();
                    case PUBLIC_DECRYPT -> times.publicDecryptProcessingSeconds();
                    case USER_DECRYPT -> times.userDecryptProcessingSeconds();
                });
    }

    private Duration confirmation() {
        return Duration.ofMillis(config.nominalTimes().txConfirmationMs());
    }

    private int clamp(long seconds) {
        return Math.clamp(seconds, config.minSeconds(), config.maxSeconds());
    }
}
