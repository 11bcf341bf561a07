package org.relayersuite.intake.registration;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.read.CallResult;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.Freshness;
import org.relayersuite.chain.read.Reading;
import org.relayersuite.chain.read.ViewCall;
import org.relayersuite.chain.rpc.RpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks GatewayConfig while a client waits, and rather not at all than for long: the chain itself decides in the end.
 * After one request has waited in vain, the next ones do not wait for a while; what they ask is fetched all the same, so
 * that answers are there as soon as the gateway is.
 */
final class GatewayRegister {
    private static final Logger log = LoggerFactory.getLogger(GatewayRegister.class);

    private final ChainReads gateway;
    private final RegistrationConfig config;
    private final LongSupplier nanoTime;
    private final AtomicLong quietUntil;
    private final AtomicBoolean useless = new AtomicBoolean();

    GatewayRegister(ChainReads gateway, RegistrationConfig config, LongSupplier nanoTime) {
        this.gateway = gateway;
        this.config = config;
        this.nanoTime = nanoTime;
        this.quietUntil = new AtomicLong(nanoTime.getAsLong());
    }

    /**
     * Whether the answer to {@code question} is known, and not the one that a request needs.
     *
     * @param needed the answer with which a request may come in
     */
    boolean denies(ContractCall question, boolean needed) {
        ViewCall call = ViewCall.of(question);
        Optional<Reading> reading = read(call, config.maxAge());
        boolean denied =
                reading.flatMap(this::answer).filter(said -> said != needed).isPresent();
        if (!denied || reading.get().age().compareTo(config.refusalMaxAge()) <= 0) {
            return denied;
        }
        return read(call, config.refusalMaxAge())
                .flatMap(this::answer)
                .filter(said -> said != needed)
                .isPresent();
    }

    private Optional<Reading> read(ViewCall call, Duration maxAge) {
        boolean quiet = quietUntil.get() - nanoTime.getAsLong() > 0;
        Duration deadline = quiet ? Duration.ZERO : config.deadline();
        try {
            Reading reading = gateway.latest(call, new Freshness(maxAge, deadline, config.maxStale()));
            if (reading.stale()) {
                hasWaited(deadline);
            }
            return Optional.of(reading);
        } catch (RpcException e) {
            // The endpoint that failed has been logged when it began to fail.
            hasWaited(deadline);
            return Optional.empty();
        }
    }

    private void hasWaited(Duration deadline) {
        // Who did not wait has learned nothing: the quiet period must end while requests come.
        if (deadline.isPositive()) {
            quietUntil.set(nanoTime.getAsLong() + config.quietPeriod().toNanos());
        }
    }

    private Optional<Boolean> answer(Reading reading) {
        try {
            Optional<Boolean> answer = switch (reading.result()) {
                case CallResult.Returned returned -> Optional.of(AbiReader.onlyBool(returned.data()));
                case CallResult.Reverted _ -> Optional.empty();
            };
            if (answer.isPresent()) {
                useless.set(false);
                return answer;
            }
        } catch (AbiException e) {
            // Told below: another contract, or none, is at the configured address.
        }
        if (useless.compareAndSet(false, true)) {
            log.warn(
                    "GatewayConfig gives no answers, its checks are not made blockNumber={}",
                    reading.block().number());
        }
        return Optional.empty();
    }
}
