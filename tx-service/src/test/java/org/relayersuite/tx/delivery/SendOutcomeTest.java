package org.relayersuite.tx.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendOutcomeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "already known",
                "AlreadyKnown",
                "ALREADY_EXISTS: already known",
                "Transaction already imported",
                "known transaction: 0xabc",
                "transaction already in mempool"
            })
    void takesANodeThatHasTheTransactionAlreadyForOneThatTookIt(String message) {
        assertThat(SendOutcome.of(message)).isEqualTo(SendOutcome.ACCEPTED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonce too low",
                "nonce too low: next nonce 5, tx nonce 4",
                "Nonce is too low",
                "NONCE TOO LOW",
                "NonceTooLow, Current nonce: 5"
            })
    void leavesAUsedNonceForTheReceiptsToExplain(String message) {
        assertThat(SendOutcome.of(message)).isEqualTo(SendOutcome.NONCE_USED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonce too high",
                "replacement transaction underpriced",
                "insufficient funds for gas * price + value",
                "in-flight transaction limit reached for delegated accounts",
                "max fee per gas less than block base fee",
                "internal error",
                ""
            })
    void believesNothingElse(String message) {
        assertThat(SendOutcome.of(message)).isEqualTo(SendOutcome.UNKNOWN);
    }
}
