package org.relayersuite.intake;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.relayersuite.intake.client.ForwardedHeader;

/** The HTTP API. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.http")
public interface HttpConfig {

    /** The largest request body; a larger one is answered 400 {@code request_error}. */
    MemorySize maxBodySize();

    /**
     * How many bytes of bodies may be in memory at a time, those of requests that are being answered included; what comes
     * beyond is answered 429 {@code rate_limited}. Once half of it is taken, no client gets more than a quarter. Without
     * it, a sixteenth of the heap: on its way through decoding, a body takes several times its size.
     */
    Optional<MemorySize> maxBodiesInFlight();

    /** How long a client may take to send its body. */
    Duration bodyTimeout();

    /** How old the number of waiting requests may be that Retry-After is computed from. */
    Duration queueLengthMaxAge();

    /**
     * What every client is answered about a job that timed out, 503 or 504. Without it an SDK of fhEVM, which knows no
     * 504, gets 503 and everybody else 504.
     */
    OptionalInt timedOutStatus();

    /** Addresses and networks (CIDR) of the proxies that are believed to say who asked them. Without: none. */
    Optional<List<String>> trustedProxies();

    /** The header in which they say it. */
    ForwardedHeader forwardedHeader();

    /** How many bits of an IPv6 address tell clients apart. */
    int ipv6Prefix();

    /** Whether {@code /admin} on the management port serves those who have its password. */
    boolean enableAdminEndpoint();

    /** How old a pod's copy of settings and API keys may be when no notification reaches it. */
    Duration adminRefresh();

    RetryAfter retryAfter();

    /** How often it is looked at how fast the queues drain. */
    Duration drainRateInterval();

    LongPoll longPoll();

    Events events();

    Metrics metrics();

    Version version();

    /** What Retry-After is computed from (spec/relayer.md, section 9). */
    interface RetryAfter {
        int minSeconds();

        int maxSeconds();

        /** A share of the estimate that is added to it, 0 to 1. */
        double safetyMargin();

        /** Transactions per second that a kind's queue is taken to drain at while no other rate was measured. */
        int transactionsPerSecond();

        /** Readiness checks that are taken to run at a time. */
        int readinessConcurrency();

        NominalTimes nominalTimes();

        /** What to answer while the gateway works on a request, by the time it has taken; ascending. */
        List<Backoff> coproKmsBackoffIntervals();
    }

    /** How long the steps of a request take when nothing is in the way. */
    interface NominalTimes {
        int readinessCheckSeconds();

        int inputProofProcessingSeconds();

        int userDecryptProcessingSeconds();

        int publicDecryptProcessingSeconds();

        int txConfirmationMs();
    }

    interface Backoff {
        int elapsedSeconds();

        int retrySeconds();
    }

    /** Answers that are held until a job ends (spec/relayer.md 0.9). */
    interface LongPoll {
        /** The most answers that are held at a time; beyond, a poll is answered at once. */
        int maxWaiters();

        /** How often it is looked for ends that nobody told of. */
        Duration recheckInterval();
    }

    /** Streams of Server-Sent Events (spec/relayer.md 0.9). */
    interface Events {
        /** The most streams at a time; beyond, they are refused. */
        int maxStreams();

        /** How often it is looked for changes of status other than the end. */
        Duration refreshInterval();

        /** After how long a silence a comment is sent. */
        Duration heartbeat();
    }

    interface Metrics {
        /** Upper bounds in seconds of the histogram of request durations. */
        List<Double> histogramBuckets();
    }

    /** What {@code /version} tells. */
    interface Version {
        String name();

        String version();

        /** The commit the service was built from, in place of the one that the build wrote down. */
        Optional<String> build();
    }
}
