package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.validation.Validation.Invalid;

/**
 * The host chains that decryptions are served for. The chain id of an input proof is not held against them (the gateway
 * decides), nor is {@code contractsChainId}: only the chain that a handle itself names counts.
 *
 * @param ids unsigned 64-bit numbers
 */
public record HostChains(Set<BigInteger> ids) {
    public HostChains {
        ids = Set.copyOf(ids);
    }

    /** Returns a refusal when a handle of {@code request} lives on a chain that is not among these. */
    public Optional<Invalid> refusalOf(RelayerRequest request) {
        return request.hostChainIds().stream()
                .filter(chainId -> !ids.contains(chainId))
                .findFirst()
                .map(chainId -> new Invalid(
                        ErrorLabel.HOST_CHAIN_ID_NOT_SUPPORTED,
                        "Host chain id " + chainId + " is not supported",
                        List.of()));
    }
}
