package org.relayersuite.intake.ratelimit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.SignedDecrypt;
import org.relayersuite.intake.auth.Caller;
import org.relayersuite.store.access.ApiKey;

/** Which buckets a request draws from. All that apply must have a token. */
public final class RateLimiter {
    private final Optional<Limits> limits;
    private final TokenBuckets buckets;
    private final Map<Scope, Counter> limited = new EnumMap<>(Scope.class);

    /** The configured limits. */
    record Limits(Limit perIp, Limit perApiKey, Limit perUserAddress, Optional<Limit> global, Limit polls) {
        static Limits of(RateLimitConfig config) {
            return new Limits(
                    Limit.of(config.perIp()),
                    Limit.of(config.perApiKey()),
                    Limit.of(config.perUserAddress()),
                    config.global().map(Limit::of),
                    Limit.of(config.polls()));
        }
    }

    /** @param limits empty for none */
    RateLimiter(Optional<Limits> limits, TokenBuckets buckets, MeterRegistry metrics) {
        this.limits = limits;
        this.buckets = buckets;
        for (Scope scope : Scope.values()) {
            limited.put(
                    scope,
                    Counter.builder("relayer_rate_limited_total")
                            .description("Requests that were too many, by what limited them")
                            .tag("scope", scope.code())
                            .register(metrics));
        }
    }

    /** Draws for a POST of {@code caller}: from the bucket of its API key or else of its address, and from everybody's. */
    public Draws draw(Caller caller) {
        if (limits.isEmpty()) {
            return Draws.NONE;
        }
        Limits known = limits.get();
        Draw own = caller.key()
                .map(key -> buckets.draw(Scope.API_KEY, key.id().toString(), limitOf(key, known)))
                .orElseGet(() -> buckets.draw(Scope.IP, caller.network(), known.perIp()));
        Draws draws = count(Draws.NONE.plus(own));
        return known.global().isPresent() && own.allowed()
                ? count(draws.plus(
                        buckets.draw(Scope.GLOBAL, "all", known.global().get())))
                : draws;
    }

    private static Limit limitOf(ApiKey key, Limits known) {
        return key.grant()
                .limit()
                .map(own -> new Limit(own.requestsPerSecond(), own.burst()))
                .orElse(known.perApiKey());
    }

    /**
     * Draws for the user of {@code request} in addition. Each kind has buckets of its own: the user of an input proof is
     * whoever its body says, and nobody must be kept from decrypting by a stranger who posts proofs in their name. For
     * the same reason signatures are verified before this.
     */
    public Draws draw(Draws before, RelayerRequest request) {
        Optional<Address> user = userOf(request);
        if (limits.isEmpty() || user.isEmpty()) {
            return before;
        }
        String subject = request.kind().code() + ":" + user.get();
        return count(before.plus(
                buckets.draw(Scope.USER_ADDRESS, subject, limits.get().perUserAddress())));
    }

    private static Optional<Address> userOf(RelayerRequest request) {
        return switch (request) {
            case InputProof proof -> Optional.of(proof.userAddress());
            case PublicDecrypt anybody -> Optional.empty();
            case SignedDecrypt signed -> Optional.of(signed.signer());
        };
    }

    private Draws count(Draws draws) {
        draws.denied().ifPresent(denied -> limited.get(denied.scope()).increment());
        return draws;
    }

    /** Counts a POST that was refused because too many requests wait. */
    public void countFullQueue() {
        limited.get(Scope.QUEUE).increment();
    }

    /**
     * Draws for a GET of {@code caller}, from a bucket of this pod: polls must cost less than what they save.
     *
     * @return how long until the next one is no longer too many; empty when this one is not
     */
    public Optional<Duration> pollsTooOften(Caller caller) {
        if (limits.isEmpty()) {
            return Optional.empty();
        }
        String subject = caller.key().map(key -> key.id().toString()).orElseGet(caller::network);
        Draw draw = buckets.drawLocally(Scope.POLL, subject, limits.get().polls());
        count(Draws.NONE.plus(draw));
        return draw.allowed() ? Optional.empty() : Optional.of(draw.untilNext());
    }
}
