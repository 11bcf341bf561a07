package org.relayersuite.intake.api;

import java.util.Optional;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.validation.Validation.Invalid;

/**
 * Something that must hold for a request beyond its form, and that may have to ask a chain. The checks are asked in the
 * order of their priority, before the request is looked for or stored, until one refuses.
 */
public interface RequestCheck {

    /** Returns why {@code request}, which is well-formed, must not become a job. */
    Optional<Invalid> refusalOf(RelayerRequest request);
}
