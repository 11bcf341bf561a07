package org.relayersuite.core.validation;

import java.util.Optional;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

/** Reads requests: first the form of the endpoint, then the host chains that are served, then the contracts' limits. */
public final class RequestValidator {
    private final HostChains hostChains;
    private final RequestLimits limits;

    public RequestValidator(HostChains hostChains, RequestLimits limits) {
        this.hostChains = hostChains;
        this.limits = limits;
    }

    /**
     * Reads the body of a request.
     *
     * @param json a tree of plain JDK types, null for the JSON null
     */
    public Validation validate(RequestForm form, Object json) {
        return switch (form.read(json)) {
            case Valid valid ->
                refusalOf(valid.request()).<Validation>map(refusal -> refusal).orElse(valid);
            case Invalid invalid -> invalid;
        };
    }

    private Optional<Invalid> refusalOf(RelayerRequest request) {
        return hostChains.refusalOf(request).or(() -> limits.refusalOf(request));
    }
}
