package org.relayersuite.core.validation;

import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

/** Reads requests: first the form of the endpoint, then what depends on how this suite is set up. */
public final class RequestValidator {
    private final HostChains hostChains;

    public RequestValidator(HostChains hostChains) {
        this.hostChains = hostChains;
    }

    /**
     * Reads the body of a request.
     *
     * @param json a tree of plain JDK types, null for the JSON null
     */
    public Validation validate(RequestForm form, Object json) {
        return switch (form.read(json)) {
            case Valid valid ->
                hostChains
                        .refusalOf(valid.request())
                        .<Validation>map(refusal -> refusal)
                        .orElse(valid);
            case Invalid invalid -> invalid;
        };
    }
}
