package org.relayersuite.intake.signature;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.chain.eip712.DecryptRequestDigest;
import org.relayersuite.chain.eip712.Signatures;
import org.relayersuite.core.Address;
import org.relayersuite.core.Hash;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.LegacyDecrypt;
import org.relayersuite.core.request.RelayerRequest.SignedDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.intake.api.RequestCheck;
import org.relayersuite.intake.chains.GatewayChainConfig;
import org.relayersuite.intake.chains.ReadableChains;

/**
 * Lets a user decryption in only when its signer has signed it (spec/relayer.md 0.5 and 4.3). The signature is no part
 * of a job's content: without this, a junk one would come first and sink everybody's job of that content.
 */
@Singleton
@Priority(SignatureCheck.PRIORITY)
public final class SignatureCheck implements RequestCheck {
    /** Before the checks that ask the gateway: what nobody signed causes no reads there. Higher comes first. */
    public static final int PRIORITY = 200;

    private static final Invalid REJECTED = new Invalid(
            ErrorLabel.VALIDATION_FAILED,
            "The signature is not valid",
            List.of(new FieldIssue("signature", "Must be the EIP-712 signature of the one who asks for the values")));
    private static final Invalid UNKNOWN =
            new Invalid(ErrorLabel.HOST_ACL_FAILED, "The host chain could not be asked about the signature", List.of());

    private final Address decryption;
    private final ContractWallets wallets;
    private final Map<Verdict, Counter> outcomes = new EnumMap<>(Verdict.class);

    @Inject
    SignatureCheck(
            GatewayChainConfig gateway, ReadableChains chains, SignatureCheckConfig config, MeterRegistry registry) {
        this(
                Address.of(gateway.contracts().decryptionAddress()),
                new ContractWallets(chains::host, config, Thread::sleep),
                registry);
    }

    SignatureCheck(Address decryption, ContractWallets wallets, MeterRegistry registry) {
        this.decryption = decryption;
        this.wallets = wallets;
        for (Verdict verdict : Verdict.values()) {
            outcomes.put(
                    verdict,
                    Counter.builder("relayer_user_decrypt_signature_precheck_total")
                            .description(
                                    "Signatures of user decryptions that were checked before the request was let in")
                            .tag("outcome", verdict.code())
                            .register(registry));
        }
    }

    @Override
    public Optional<Invalid> refusalOf(RelayerRequest request) {
        if (!(request instanceof SignedDecrypt signed)) {
            return Optional.empty();
        }
        Verdict verdict = verdictOn(signed);
        outcomes.get(verdict).increment();
        return switch (verdict) {
            case ACCEPTED -> Optional.empty();
            case REJECTED -> Optional.of(REJECTED);
            case HOST_CALL_FAILED -> Optional.of(UNKNOWN);
        };
    }

    private Verdict verdictOn(SignedDecrypt request) {
        Optional<BigInteger> chainId = hostChainId(request);
        if (chainId.isEmpty()) {
            return Verdict.REJECTED;
        }
        Hash digest = DecryptRequestDigest.of(request, chainId.get(), decryption);
        boolean signedWithItsKey =
                Signatures.recover(digest, request.signature()).equals(Optional.of(request.signer()));
        return signedWithItsKey
                ? Verdict.ACCEPTED
                : wallets.verdictOn(chainId.get(), request.signer(), digest, request.signature());
    }

    /** The chain that the signature is for; empty when the handles are of several, for which no one signature can be. */
    private static Optional<BigInteger> hostChainId(SignedDecrypt request) {
        return switch (request) {
            case LegacyDecrypt legacy -> Optional.of(legacy.contractsChainId());
            case UnifiedUserDecrypt unified ->
                unified.hostChainIds().size() == 1
                        ? Optional.of(unified.hostChainIds().iterator().next())
                        : Optional.empty();
        };
    }
}
