package org.relayersuite.tx.submission;

import java.math.BigInteger;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.core.error.ErrorLabel;

/** What the gateway said to a request's transaction before it was sent. */
sealed interface GasEstimate {

    /** It would go through; {@code gasLimit} carries the margin. */
    record Sendable(ContractCall call, BigInteger gasLimit) implements GasEstimate {}

    /** It would revert now but may not later: a contract is paused, or the account cannot pay. */
    record Refused(ErrorLabel label) implements GasEstimate {}

    /** It would revert whenever it is sent. */
    record Hopeless(ErrorLabel label, String reason) implements GasEstimate {}

    /** The gateway could not be asked, or answered something else. */
    record Unanswered() implements GasEstimate {}
}
