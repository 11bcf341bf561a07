package org.relayersuite.intake.retryafter;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;

/**
 * Estimates how long a request will still take: from what waits before it and how fast that drains, from the time that
 * its steps nominally take, and from the time that its present one has taken already (spec/relayer.md 0.10).
 */
public final class RetryAfter {
    /** What a queue that does not move at all is taken to need. */
    private static final Duration STANDSTILL = Duration.ofMinutes(5);

    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final Supplier<RetryAfterSettings> settings;
    private final Function<RequestKind, OptionalDouble> measuredRate;

    /**
     * @param settings asked at every estimate, so that they may change at any time
     * @param measuredRate transactions per second that a kind's queue drains at; empty while nothing was measured
     */
    public RetryAfter(Supplier<RetryAfterSettings> settings, Function<RequestKind, OptionalDouble> measuredRate) {
        this.settings = settings;
        this.measuredRate = measuredRate;
    }

    /**
     * The whole time of a request that enters the queue now.
     *
     * @param ahead how many requests of its kind wait before it
     */
    public Duration estimate(RequestKind kind, long ahead) {
        return new Estimate(settings.get()).queued(kind, ahead);
    }

    /** The seconds to tell a client for an estimate: with the margin, rounded up, within the bounds. */
    public int seconds(Duration estimate) {
        return new Estimate(settings.get()).seconds(estimate);
    }

    /** The seconds until {@code requests} that wait have got their transactions. */
    public int secondsUntilSent(RequestKind kind, long requests) {
        Estimate estimate = new Estimate(settings.get());
        return estimate.seconds(estimate.sent(kind, requests));
    }

    /** The seconds to tell a client that asks more often than it should, instead of {@code seconds}. */
    public int rarer(int seconds) {
        return new Estimate(settings.get()).clamp(2L * seconds);
    }

    /**
     * The seconds to tell a client whose job has not ended. A job that is slower than it should be is asked about ever
     * more rarely.
     *
     * @param ahead how many requests of its kind wait before it, while it waits itself
     * @param elapsed since the job entered {@code status}
     */
    public int seconds(RequestKind kind, RequestStatus status, long ahead, Duration elapsed) {
        Estimate estimate = new Estimate(settings.get());
        return switch (status) {
            // What the queue still needs is known from the position. Only the job's own steps count down.
            case QUEUED -> estimate.remaining(estimate.queued(kind, ahead), Duration.ZERO, elapsed);
            case PROCESSING ->
                estimate.remaining(
                        estimate.sent(kind, ahead).plus(estimate.answered(kind)),
                        ahead == 0 ? elapsed : Duration.ZERO,
                        elapsed);
            case TX_IN_FLIGHT -> estimate.remaining(estimate.processing(kind), elapsed, elapsed);
            case RECEIPT_RECEIVED -> estimate.backoff(elapsed);
            case COMPLETED, TIMED_OUT, FAILURE ->
                throw new IllegalArgumentException("nothing to wait for in " + status.code());
        };
    }

    /** One estimate, by the settings of one moment. */
    private final class Estimate {
        private final RetryAfterSettings now;

        Estimate(RetryAfterSettings now) {
            this.now = now;
        }

        Duration queued(RequestKind kind, long ahead) {
            return ready(kind, ahead).plus(sent(kind, ahead)).plus(answered(kind));
        }

        private Duration ready(RequestKind kind, long ahead) {
            return switch (kind) {
                // Input proofs have no ciphertexts to wait for.
                case INPUT_PROOF -> Duration.ZERO;
                case PUBLIC_DECRYPT, USER_DECRYPT ->
                    now.readinessCheck().multipliedBy(Math.ceilDiv(ahead, now.readinessConcurrency()));
            };
        }

        Duration sent(RequestKind kind, long ahead) {
            if (ahead == 0) {
                return Duration.ZERO;
            }
            double rate = measuredRate
                    .apply(kind)
                    .orElseGet(() -> now.transactionsPerSecond().get(kind));
            return rate > 0
                    ? Duration.ofMillis((long) Math.min(Math.ceil(ahead * 1000 / rate), DAY_MILLIS))
                    : STANDSTILL;
        }

        Duration answered(RequestKind kind) {
            return processing(kind).plus(now.confirmation());
        }

        Duration processing(RequestKind kind) {
            return now.processing().get(kind);
        }

        /** Of {@code whole}, {@code done} is over. Once {@code elapsed} is longer than the whole, nothing is known. */
        int remaining(Duration whole, Duration done, Duration elapsed) {
            if (elapsed.compareTo(whole) < 0) {
                return seconds(done.isNegative() ? whole : whole.minus(done));
            }
            return Math.max(seconds(whole.minus(done)), backoff(elapsed));
        }

        int seconds(Duration estimate) {
            double withMargin = Math.ceil(estimate.toMillis() * (1 + now.safetyMargin()));
            return clamp((long) Math.ceil(withMargin / 1000));
        }

        int backoff(Duration elapsed) {
            int seconds = now.backoff().getFirst().seconds();
            for (RetryAfterSettings.Backoff step : now.backoff()) {
                if (elapsed.compareTo(step.elapsed()) >= 0) {
                    seconds = step.seconds();
                }
            }
            return clamp(seconds);
        }

        private int clamp(long seconds) {
            return Math.clamp(seconds, now.minSeconds(), now.maxSeconds());
        }
    }
}
