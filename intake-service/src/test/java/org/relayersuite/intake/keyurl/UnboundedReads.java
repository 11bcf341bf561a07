package org.relayersuite.intake.keyurl;

import io.quarkus.runtime.configuration.MemorySize;
import java.math.BigInteger;
import java.time.Duration;
import java.util.OptionalDouble;
import org.relayersuite.intake.chains.ChainReadsConfig;

/** Reads without a quota. */
final class UnboundedReads implements ChainReadsConfig {
    private static final MemorySize SIZE = new MemorySize(BigInteger.valueOf(1 << 20));
    private static final Duration TIME = Duration.ofSeconds(5);

    @Override
    public Duration requestTimeout() {
        return TIME;
    }

    @Override
    public int maxConcurrentRequests() {
        return 1;
    }

    @Override
    public MemorySize maxResponseSize() {
        return SIZE;
    }

    @Override
    public Duration headMaxAge() {
        return TIME;
    }

    @Override
    public MemorySize maxCacheSize() {
        return SIZE;
    }

    @Override
    public Quota quota() {
        return new Quota() {
            @Override
            public OptionalDouble requestsPerSecond() {
                return OptionalDouble.empty();
            }

            @Override
            public int burst() {
                return 1;
            }

            @Override
            public int maxWaiting() {
                return 1;
            }

            @Override
            public Duration maxWait() {
                return TIME;
            }
        };
    }
}
