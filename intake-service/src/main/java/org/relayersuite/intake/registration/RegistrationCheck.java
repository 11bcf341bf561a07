package org.relayersuite.intake.registration;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.gateway.GatewayConfigCalls;
import org.relayersuite.chain.gateway.KmsContext;
import org.relayersuite.core.Address;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.LegacyDecrypt;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.validation.FieldIssue;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.intake.api.RequestCheck;
import org.relayersuite.intake.chains.GatewayChainConfig;
import org.relayersuite.intake.chains.ReadableChains;
import org.relayersuite.intake.signature.SignatureCheck;

/**
 * Refuses what the gateway's contracts would refuse for its host chain or its KMS context (spec/relayer.md 3.7), minutes
 * before they do. When the gateway cannot be asked a request is let in: it decides for itself when the transaction comes.
 * Without a configured GatewayConfig nothing is checked.
 */
@Singleton
@Priority(RegistrationCheck.PRIORITY)
public final class RegistrationCheck implements RequestCheck {
    /** After {@link SignatureCheck}. */
    static final int PRIORITY = SignatureCheck.PRIORITY - 100;

    private static final String PAYLOAD = "attestedPayload.";

    private final Optional<Questions> questions;

    private record Questions(GatewayConfigCalls calls, GatewayRegister register) {}

    @Inject
    RegistrationCheck(GatewayChainConfig gateway, ReadableChains chains, RegistrationConfig config) {
        this(gateway.contracts()
                .gatewayConfigAddress()
                .map(address -> new Questions(
                        new GatewayConfigCalls(Address.of(address)),
                        new GatewayRegister(chains.gateway().orElseThrow(), config, System::nanoTime))));
    }

    RegistrationCheck(GatewayConfigCalls calls, GatewayRegister register) {
        this(Optional.of(new Questions(calls, register)));
    }

    private RegistrationCheck(Optional<Questions> questions) {
        this.questions = questions;
    }

    @Override
    public Optional<Invalid> refusalOf(RelayerRequest request) {
        return questions.flatMap(asked -> switch (request) {
            case InputProof proof -> inUse(asked, proof.contractChainId(), "contractChainId");
            case PublicDecrypt decrypt -> validContext(asked, decrypt, "");
            case LegacyDecrypt decrypt ->
                inUse(asked, decrypt.contractsChainId(), "contractsChainId").or(() -> validContext(asked, decrypt, ""));
            // The contract does not ask whether the chain is disabled here.
            case UnifiedUserDecrypt decrypt ->
                decrypt.hostChainIds().stream()
                        .flatMap(chainId -> registered(asked, chainId, PAYLOAD + "handles").stream())
                        .findFirst()
                        .or(() -> validContext(asked, decrypt, PAYLOAD));
        });
    }

    private static Optional<Invalid> inUse(Questions asked, BigInteger chainId, String field) {
        return registered(asked, chainId, field)
                .or(() -> asked.register().denies(asked.calls().isHostChainDisabled(chainId), false)
                        ? refusal(field, "The gateway takes no more requests for this host chain")
                        : Optional.empty());
    }

    private static Optional<Invalid> registered(Questions asked, BigInteger chainId, String field) {
        return asked.register().denies(asked.calls().isHostChainRegistered(chainId), true)
                ? refusal(field, "Must be a host chain that the gateway knows")
                : Optional.empty();
    }

    /** Extra data that names no context stands for the current one, which is valid. */
    private static Optional<Invalid> validContext(Questions asked, RelayerRequest request, String parent) {
        KmsContext context = KmsContext.ofExtraData(request.extraData());
        boolean denied = !context.equals(KmsContext.NONE)
                && asked.register().denies(asked.calls().isValidKmsContext(context), true);
        return denied
                ? refusal(parent + "extraData", "Must name a KMS context that is valid on the gateway")
                : Optional.empty();
    }

    private static Optional<Invalid> refusal(String field, String issue) {
        return Optional.of(new Invalid(
                ErrorLabel.VALIDATION_FAILED, "The request is not valid", List.of(new FieldIssue(field, issue))));
    }
}
