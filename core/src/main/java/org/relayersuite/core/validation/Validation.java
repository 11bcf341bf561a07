package org.relayersuite.core.validation;

import java.util.List;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;

/** The outcome of reading a client's request. */
public sealed interface Validation {

    /** The request keeps every rule. */
    record Valid(RelayerRequest request) implements Validation {}

    /**
     * The request is refused, and nothing of it may be stored.
     *
     * @param message a sentence for the client
     * @param details one entry per broken rule; empty when the label stands for the request as a whole
     */
    record Invalid(ErrorLabel label, String message, List<FieldIssue> details) implements Validation {
        public Invalid {
            details = List.copyOf(details);
        }

        /** The refusal of a request that breaks rules. */
        static Invalid broken(List<FieldIssue> issues) {
            return new Invalid(ErrorLabel.VALIDATION_FAILED, "The request is not valid", issues);
        }
    }
}
