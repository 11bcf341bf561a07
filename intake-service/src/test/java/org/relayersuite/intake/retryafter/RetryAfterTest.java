package org.relayersuite.intake.retryafter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.TestConfig;

/** The tables of spec/relayer.md, section 9, with the service's default configuration. */
class RetryAfterTest {
    private final RetryAfter retryAfter = new RetryAfter(TestConfig.http(Map.of()));

    @ParameterizedTest
    @CsvSource({
        // kind, ahead, milliseconds, seconds told
        "INPUT_PROOF, 0, 2250, 3",
        "INPUT_PROOF, 1, 2300, 3",
        "INPUT_PROOF, 20, 3250, 4",
        "INPUT_PROOF, 1000, 52250, 63",
        "INPUT_PROOF, 100000, 5002250, 300",
        "PUBLIC_DECRYPT, 0, 6250, 8",
        "PUBLIC_DECRYPT, 1, 10300, 13",
        "PUBLIC_DECRYPT, 250, 22750, 28",
        "PUBLIC_DECRYPT, 251, 26800, 33",
        "USER_DECRYPT, 0, 6250, 8",
        "USER_DECRYPT, 11000, 732250, 300"
    })
    void aNewRequestWaitsForThoseAheadOfItAndForItsOwnSteps(RequestKind kind, long ahead, long millis, int seconds) {
        Duration estimate = retryAfter.estimate(kind, ahead);

        assertThat(estimate).isEqualTo(Duration.ofMillis(millis));
        assertThat(retryAfter.seconds(estimate)).isEqualTo(seconds);
        assertThat(retryAfter.seconds(kind, RequestStatus.QUEUED, ahead, Duration.ZERO))
                .isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({
        "INPUT_PROOF, PROCESSING, 3",
        "PUBLIC_DECRYPT, PROCESSING, 8",
        "USER_DECRYPT, PROCESSING, 8",
        "INPUT_PROOF, TX_IN_FLIGHT, 3",
        "PUBLIC_DECRYPT, TX_IN_FLIGHT, 8",
        "USER_DECRYPT, TX_IN_FLIGHT, 8"
    })
    void aRequestThatHasLeftTheQueueDoesNotWaitForIt(RequestKind kind, RequestStatus status, int seconds) {
        assertThat(retryAfter.seconds(kind, status, 1_000_000, Duration.ZERO)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"-5, 4", "0, 4", "59, 4", "60, 10", "119, 10", "120, 30", "300, 60", "899, 60", "900, 300", "90000, 300"
    })
    void theLongerTheGatewayWorksTheRarerAreThePolls(long elapsedSeconds, int seconds) {
        assertThat(retryAfter.seconds(
                        RequestKind.USER_DECRYPT,
                        RequestStatus.RECEIPT_RECEIVED,
                        0,
                        Duration.ofSeconds(elapsedSeconds)))
                .isEqualTo(seconds);
    }

    @ParameterizedTest
    @EnumSource(names = {"COMPLETED", "TIMED_OUT", "FAILURE"})
    void thereIsNothingToWaitForAfterTheEnd(RequestStatus ended) {
        assertThatThrownBy(() -> retryAfter.seconds(RequestKind.INPUT_PROOF, ended, 0, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "min-seconds, 0",
        "min-seconds, 301",
        "safety-margin, -0.1",
        "safety-margin, 1.1",
        "transactions-per-second, 0",
        "readiness-concurrency, 0",
        "'copro-kms-backoff-intervals[1].elapsed-seconds', 0"
    })
    void aConfigurationThatMakesNoSenseIsRefused(String key, String value) {
        assertThatThrownBy(() -> new RetryAfter(TestConfig.http(Map.of("relayer.http.retry-after." + key, value))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("relayer.http.retry-after: ");
    }
}
