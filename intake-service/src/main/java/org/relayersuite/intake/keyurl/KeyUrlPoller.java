package org.relayersuite.intake.keyurl;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.relayersuite.chain.host.FheKeyReading;
import org.relayersuite.chain.host.FheKeyUnavailableException;
import org.relayersuite.store.loop.LoopBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what the host chain said last. One pass asks once: the answer confirms what is known or replaces it; without an
 * answer what is known stays, and grows old. One thread polls, any number reads.
 */
final class KeyUrlPoller implements LoopBody {
    private static final Logger log = LoggerFactory.getLogger(KeyUrlPoller.class);

    private final Function<Optional<FheKeyReading>, FheKeyReading> chain;
    private final Runnable onFailure;
    private final Clock clock;
    private final Instant started;
    private Optional<FheKeyReading> last = Optional.empty();
    private Optional<String> failing = Optional.empty();
    private volatile Optional<Known> known = Optional.empty();

    /**
     * @param chain reads the host chain; is given the reading before, and throws {@link FheKeyUnavailableException}
     * @param onFailure run for every pass without an answer
     */
    KeyUrlPoller(Function<Optional<FheKeyReading>, FheKeyReading> chain, Runnable onFailure, Clock clock) {
        this.chain = chain;
        this.onFailure = onFailure;
        this.clock = clock;
        this.started = clock.instant();
    }

    /**
     * What the chain said last.
     *
     * @param since the time of the finalized block in which this value was first seen
     * @param confirmedAt when the chain last said it, by this machine's clock
     */
    record Known(KeyUrl value, Instant since, Instant confirmedAt) {}

    /** Empty until the chain has answered once. */
    Optional<Known> known() {
        return known;
    }

    /** How long ago the chain last confirmed the value; before it ever did, how long this poller has tried. */
    Duration age() {
        Duration age = Duration.between(known.map(Known::confirmedAt).orElse(started), clock.instant());
        return age.isNegative() ? Duration.ZERO : age;
    }

    @Override
    public boolean run() {
        // From before it is asked: an answer can be as old as the question.
        Instant asked = clock.instant();
        try {
            FheKeyReading reading = chain.apply(last);
            last = Optional.of(reading);
            confirm(reading, asked);
        } catch (FheKeyUnavailableException e) {
            onFailure.run();
            Optional<String> reason = Optional.ofNullable(e.getMessage());
            if (!reason.equals(failing)) {
                log.warn("Host chain did not tell the key in use, the last one stays reason=\"{}\"", e.getMessage());
            }
            failing = reason;
        }
        return false;
    }

    private void confirm(FheKeyReading reading, Instant asked) {
        KeyUrl value = KeyUrl.of(reading);
        Optional<Known> same = known.filter(before -> before.value().equals(value));
        if (same.isEmpty()) {
            log.info(
                    "Key in use keyId={} crsId={} blockNumber={} blockHash={}",
                    value.keyId(),
                    value.crsId(),
                    reading.block().number(),
                    reading.block().hash());
        } else if (failing.isPresent()) {
            log.info("Host chain tells the key in use again");
        }
        failing = Optional.empty();
        known = Optional.of(
                new Known(value, same.map(Known::since).orElse(reading.block().timestamp()), asked));
    }
}
