package org.relayersuite.intake.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.auth.Caller;
import org.relayersuite.store.access.ApiKey;
import org.relayersuite.store.access.KeyGrant;
import org.relayersuite.store.access.KeyLimit;

/** Which buckets count, on a clock that stands still. */
class RateLimiterTest {
    private static final Address ALICE = Address.of("0x" + "a1".repeat(20));
    private static final Address BOB = Address.of("0x" + "b0".repeat(20));

    private final FakeTime time = new FakeTime();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void aCallerWithoutAKeyIsLimitedByItsAddressAndAnotherIsNot() {
        // Given
        RateLimiter limiter = limiter(limits(2, 9, 9, Optional.empty()), 1000);

        // When
        assertThat(limiter.draw(from("192.0.2.1/32")).refusal()).isEmpty();
        assertThat(limiter.draw(from("192.0.2.1/32")).refusal()).isEmpty();
        Answer refusal = limiter.draw(from("192.0.2.1/32")).refusal().orElseThrow();

        // Then
        assertThat(refusal.httpStatus()).isEqualTo(429);
        assertThat(refusal.retryAfter()).hasValue(1);
        assertThat(refusal.headers())
                .containsEntry("RateLimit-Policy", "\"ip\";q=2;w=2")
                .containsEntry("RateLimit", "\"ip\";r=0;t=1");
        assertThat(limiter.draw(from("192.0.2.2/32")).refusal()).isEmpty();
        assertThat(limited("ip")).isEqualTo(1);
    }

    @Test
    void aBucketRefillsWithTime() {
        RateLimiter limiter = limiter(limits(1, 9, 9, Optional.empty()), 1000);
        limiter.draw(from("192.0.2.1/32"));
        time.pass(Duration.ofMillis(999));
        assertThat(limiter.draw(from("192.0.2.1/32")).refusal()).isPresent();

        time.pass(Duration.ofMillis(1));

        assertThat(limiter.draw(from("192.0.2.1/32")).refusal()).isEmpty();
    }

    @Test
    void aKeyIsLimitedWhereverItIsUsedFromByItsOwnLimitOrTheConfiguredOne() {
        // Given
        RateLimiter limiter = limiter(limits(1, 2, 9, Optional.empty()), 1000);
        ApiKey plain = key(Optional.empty());
        ApiKey special = key(Optional.of(new KeyLimit(BigDecimal.TEN, 3)));

        // Then
        for (int i = 0; i < 2; i++) {
            assertThat(limiter.draw(with(plain, "192.0.2." + i)).refusal()).isEmpty();
        }
        assertThat(limiter.draw(with(plain, "192.0.2.9")).refusal()).isPresent();
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.draw(with(special, "192.0.2.1")).refusal()).isEmpty();
        }
        assertThat(limiter.draw(with(special, "192.0.2.1")).refusal()).isPresent();
        assertThat(limiter.draw(from("192.0.2.1/32")).refusal())
                .as("its IP's own bucket")
                .isEmpty();
        assertThat(limited("api_key")).isEqualTo(2);
        assertThat(limited("ip")).isZero();
    }

    @Test
    void theUserAddressIsLimitedInAdditionAndEachKindByItself() {
        // Given
        RateLimiter limiter = limiter(limits(9, 9, 1, Optional.empty()), 1000);

        // Then
        assertThat(drawFor(limiter, "192.0.2.1/32", proof(ALICE)).refusal()).isEmpty();
        Draws denied = drawFor(limiter, "192.0.2.2/32", proof(ALICE));
        assertThat(denied.refusal().orElseThrow().headers())
                .containsEntry("RateLimit-Policy", "\"ip\";q=9;w=9, \"user-address\";q=1;w=1")
                .containsEntry("RateLimit", "\"ip\";r=8;t=1, \"user-address\";r=0;t=1");
        assertThat(drawFor(limiter, "192.0.2.1/32", proof(BOB)).refusal()).isEmpty();
        assertThat(drawFor(limiter, "192.0.2.1/32", decryption(ALICE)).refusal())
                .as("proofs in somebody's name do not keep them from decrypting")
                .isEmpty();
        for (int i = 0; i < 5; i++) {
            assertThat(drawFor(limiter, "192.0.2.3/32", publicDecrypt()).refusal())
                    .isEmpty();
        }
    }

    @Test
    void everybodyTogetherIsLimitedAndNobodyIsToldUntilThen() {
        // Given
        RateLimiter limiter = limiter(limits(9, 9, 9, Optional.of(limit(2))), 1000);

        // When
        Draws first = limiter.draw(from("192.0.2.1/32"));
        limiter.draw(from("192.0.2.2/32"));
        Draws third = limiter.draw(from("192.0.2.3/32"));

        // Then
        assertThat(first.tell(Answer.of(202, "")).headers().get("RateLimit-Policy"))
                .isEqualTo("\"ip\";q=9;w=9");
        assertThat(third.refusal().orElseThrow().headers().get("RateLimit-Policy"))
                .contains("\"global\";q=2;w=2");
        assertThat(limited("global")).isEqualTo(1);
    }

    @Test
    void whoeverIsOverTheirOwnLimitTakesNothingFromEverybody() {
        // Given a caller that is refused many times
        RateLimiter limiter = limiter(limits(1, 9, 9, Optional.of(limit(2))), 1000);
        for (int i = 0; i < 10; i++) {
            limiter.draw(from("192.0.2.1/32"));
        }

        assertThat(limiter.draw(from("192.0.2.2/32")).refusal()).isEmpty();
    }

    @Test
    void withoutLimitsNothingIsLimitedAndNothingTold() {
        RateLimiter limiter = limiter(Optional.empty(), 1000);

        Draws draws = limiter.draw(from("192.0.2.1/32"));

        assertThat(draws.refusal()).isEmpty();
        assertThat(draws.tell(Answer.of(202, "")).headers()).isEmpty();
        assertThat(limiter.pollsTooOften(from("192.0.2.1/32"))).isEmpty();
    }

    @Test
    void theNumberOfBucketsIsBounded() {
        // Given a small memory, and a flood of addresses that each draw their one token
        LocalBuckets buckets = new LocalBuckets(100, time);

        for (int i = 0; i < 100_000; i++) {
            buckets.draw("ip:" + i, limit(1));
        }

        // Then
        assertThat(buckets.size()).isLessThanOrEqualTo(100);
    }

    @Test
    void pollsHaveABucketOfTheirOwnAndAreToldHowLong() {
        RateLimiter limiter = limiter(limits(9, 9, 9, Optional.empty()), 1000);
        Caller caller = from("192.0.2.1/32");
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.pollsTooOften(caller)).isEmpty();
        }

        assertThat(limiter.pollsTooOften(caller)).contains(Duration.ofSeconds(1));
        assertThat(limiter.draw(caller).refusal()).isEmpty();
        assertThat(limited("poll")).isEqualTo(1);
    }

    private static Draws drawFor(RateLimiter limiter, String network, RelayerRequest request) {
        return limiter.draw(limiter.draw(from(network)), request);
    }

    private RateLimiter limiter(Optional<RateLimiter.Limits> limits, long maxBuckets) {
        TokenBuckets buckets = new TokenBuckets(Optional.empty(), new LocalBuckets(maxBuckets, time), metrics);
        return new RateLimiter(limits, buckets, metrics);
    }

    private static Optional<RateLimiter.Limits> limits(
            long perIp, long perKey, long perAddress, Optional<Limit> global) {
        return Optional.of(new RateLimiter.Limits(limit(perIp), limit(perKey), limit(perAddress), global, limit(3)));
    }

    private static Limit limit(long burst) {
        return new Limit(BigDecimal.ONE, burst);
    }

    private double limited(String scope) {
        return metrics.get("relayer_rate_limited_total")
                .tag("scope", scope)
                .counter()
                .count();
    }

    private static Caller from(String network) {
        return new Caller(network, Optional.empty());
    }

    private static Caller with(ApiKey key, String network) {
        return new Caller(network, Optional.of(key));
    }

    private static ApiKey key(Optional<KeyLimit> limit) {
        return new ApiKey(
                UUID.randomUUID(),
                new KeyGrant("alice", Set.of(), false, limit, Optional.empty()),
                Instant.EPOCH,
                Optional.empty());
    }

    private static RelayerRequest proof(Address user) {
        return new InputProof(BigInteger.ONE, BOB, user, Bytes.EMPTY, Bytes.fromHex("00"));
    }

    private static RelayerRequest publicDecrypt() {
        return new PublicDecrypt(List.of(), Bytes.fromHex("00"));
    }

    private static RelayerRequest decryption(Address user) {
        return new UserDecrypt(
                List.of(new HandleContractPair(Handle.of("0x" + "11".repeat(32)), BOB)),
                BigInteger.ONE,
                1,
                BigInteger.ONE,
                List.of(BOB),
                user,
                Bytes.EMPTY,
                Bytes.EMPTY,
                Bytes.fromHex("00"));
    }
}
