package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.relayersuite.core.Address;
import org.relayersuite.core.FheType;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.LegacyDecrypt;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.validation.Validation.Invalid;

/**
 * The limits of the gateway's contracts that no chain has to be asked about (spec/relayer.md 3.7). A request beyond them
 * would only be reverted, minutes later.
 */
public final class RequestLimits {
    private static final int MAX_BITS = 2048;
    private static final int MAX_CONTRACTS = 10;
    private static final int MAX_DAYS = 365;
    private static final BigInteger MAX_SECONDS = BigInteger.valueOf(31_536_000);
    private static final BigInteger SECONDS_PER_DAY = BigInteger.valueOf(86_400);

    private static final Rule<RelayerRequest> DECRYPTABLE = handles(
                    handle -> handle.fheType() <= FheType.LAST_DECLARED,
                    "Every handle must have an FHE type from 0 to " + FheType.LAST_DECLARED)
            .then(handles(
                    handle -> FheType.ofNumber(handle.fheType()).isPresent(),
                    "Every handle must have an FHE type that is decrypted: 0 or 2 to 8"))
            .then(Rule.of(
                    request -> bits(request) <= MAX_BITS, "The values must have at most " + MAX_BITS + " bits in all"));

    private static final Rule<RelayerRequest> ON_ONE_CHAIN =
            Rule.of(request -> request.hostChainIds().size() == 1, "All handles must be of one host chain");

    private static final Rule<LegacyDecrypt> ON_CONTRACTS_CHAIN = Rule.of(
            request -> request.hostChainIds().equals(Set.of(request.contractsChainId())),
            "Every handle must be of the chain contractsChainId");

    private static final Rule<LegacyDecrypt> THROUGH_LISTED_CONTRACTS = Rule.of(
            request -> Set.copyOf(request.contractAddresses())
                    .containsAll(request.pairs().stream()
                            .map(HandleContractPair::contractAddress)
                            .toList()),
            "Every contractAddress must be one of contractAddresses");

    private static final Rule<List<Address>> FEW_CONTRACTS =
            Rule.of(contracts -> contracts.size() <= MAX_CONTRACTS, "Must have at most " + MAX_CONTRACTS + " elements");

    private static final Rule<LegacyDecrypt> OWNER_NOT_LISTED = Rule.of(
            request -> !request.contractAddresses().contains(request.owner()), "Must not be one of contractAddresses");

    private static final Rule<LegacyDecrypt> DAYS = Rule.of(
            request -> request.durationDays() >= 1 && request.durationDays() <= MAX_DAYS,
            "durationDays must be from 1 to " + MAX_DAYS);

    private static final Rule<BigInteger> SECONDS = Rule.of(
            seconds -> seconds.signum() > 0 && seconds.compareTo(MAX_SECONDS) <= 0, "Must be from 1 to " + MAX_SECONDS);

    private static final List<Limit<? super PublicDecrypt>> PUBLIC =
            List.of(new Limit<>("ciphertextHandles", DECRYPTABLE));

    private static final List<Limit<? super UnifiedUserDecrypt>> UNIFIED = List.of(
            new Limit<>("attestedPayload.handles", DECRYPTABLE),
            new Limit<>("attestedPayload.handles", ON_ONE_CHAIN),
            new Limit<>("attestedPayload.allowedContracts", FEW_CONTRACTS.on(UnifiedUserDecrypt::allowedContracts)),
            new Limit<>(
                    "attestedPayload.requestValidity.durationSeconds",
                    SECONDS.on(UnifiedUserDecrypt::durationSeconds)));

    private final List<Limit<? super LegacyDecrypt>> direct;
    private final List<Limit<? super LegacyDecrypt>> delegated;

    /** @param clock tells whether a validity window has ended */
    public RequestLimits(Clock clock) {
        this.direct = legacy(clock, "userAddress", "requestValidity");
        this.delegated = legacy(clock, "delegatorAddress", "durationDays");
    }

    private static List<Limit<? super LegacyDecrypt>> legacy(Clock clock, String owner, String window) {
        Rule<LegacyDecrypt> notEnded = Rule.of(
                request -> end(request).compareTo(NumberRules.now(clock)) >= 0,
                "startTimestamp plus durationDays must not be in the past");
        return List.of(
                new Limit<>("handleContractPairs", DECRYPTABLE),
                new Limit<>("handleContractPairs", ON_CONTRACTS_CHAIN),
                new Limit<>("handleContractPairs", THROUGH_LISTED_CONTRACTS),
                new Limit<>("contractAddresses", FEW_CONTRACTS.on(LegacyDecrypt::contractAddresses)),
                new Limit<>(owner, OWNER_NOT_LISTED),
                new Limit<>(window, DAYS.then(notEnded)));
    }

    /** Returns a refusal with every limit that {@code request} is beyond. */
    public Optional<Invalid> refusalOf(RelayerRequest request) {
        List<FieldIssue> breaches = switch (request) {
            case RelayerRequest.InputProof _ -> List.of();
            case PublicDecrypt decrypt -> breaches(PUBLIC, decrypt);
            case RelayerRequest.UserDecrypt decrypt -> breaches(direct, decrypt);
            case RelayerRequest.DelegatedUserDecrypt decrypt -> breaches(delegated, decrypt);
            case UnifiedUserDecrypt decrypt -> breaches(UNIFIED, decrypt);
        };
        return breaches.isEmpty() ? Optional.empty() : Optional.of(Invalid.broken(breaches));
    }

    private static <R> List<FieldIssue> breaches(List<Limit<? super R>> limits, R request) {
        return limits.stream()
                .flatMap(limit -> limit.breachBy(request).stream())
                .toList();
    }

    private static Rule<RelayerRequest> handles(Predicate<Handle> holds, String issue) {
        return Rule.of(request -> request.handles().stream().allMatch(holds), issue);
    }

    private static int bits(RelayerRequest request) {
        return request.handles().stream()
                .map(handle -> FheType.ofNumber(handle.fheType()).orElseThrow())
                .mapToInt(FheType::bits)
                .sum();
    }

    private static BigInteger end(LegacyDecrypt request) {
        return request.startTimestamp().add(SECONDS_PER_DAY.multiply(BigInteger.valueOf(request.durationDays())));
    }
}
