package org.relayersuite.intake.retryafter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.TestConfig;

/** The tables of spec/relayer.md, section 9, with the service's default configuration. */
class RetryAfterTest {
    private static final RetryAfterSettings SETTINGS = settings(Map.of());

    private final RetryAfter retryAfter = new RetryAfter(() -> SETTINGS, kind -> OptionalDouble.empty());

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
    void aRequestThatHasLeftTheQueueWaitsForItsOwnStepsOnly(RequestKind kind, RequestStatus status, int seconds) {
        assertThat(retryAfter.seconds(kind, status, 0, Duration.ZERO)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"INPUT_PROOF, 20, 4", "INPUT_PROOF, 1000, 63", "PUBLIC_DECRYPT, 250, 23", "USER_DECRYPT, 1000000, 300"})
    void aReadyRequestStillWaitsForThoseThatGetTheirTransactionBeforeIt(RequestKind kind, long ahead, int seconds) {
        assertThat(retryAfter.seconds(kind, RequestStatus.PROCESSING, ahead, Duration.ZERO))
                .isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({
        // measured transactions per second, ahead, seconds told
        "20, 1000, 63",
        "40, 1000, 33",
        "5, 1000, 243",
        "0.5, 20, 51",
        "0, 20, 300",
        "0, 0, 3",
        "1e-12, 1, 300"
    })
    void theRateThatWasMeasuredCountsInPlaceOfTheConfiguredOne(double rate, long ahead, int seconds) {
        RetryAfter measured = new RetryAfter(() -> SETTINGS, kind -> OptionalDouble.of(rate));

        assertThat(measured.seconds(measured.estimate(RequestKind.INPUT_PROOF, ahead)))
                .isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({
        // what a step nominally takes counts down; once that is over, the polls become rarer
        "INPUT_PROOF, PROCESSING, 0, 1000, 2",
        "INPUT_PROOF, PROCESSING, 0, 2249, 1",
        "INPUT_PROOF, PROCESSING, 0, 2250, 4",
        "INPUT_PROOF, PROCESSING, 0, 60000, 10",
        "INPUT_PROOF, PROCESSING, 1000, 10000, 63",
        "INPUT_PROOF, PROCESSING, 1000, 300000, 63",
        "INPUT_PROOF, PROCESSING, 1000, 900000, 300",
        "USER_DECRYPT, TX_IN_FLIGHT, 0, 5000, 2",
        "USER_DECRYPT, TX_IN_FLIGHT, 0, 6000, 4",
        "USER_DECRYPT, TX_IN_FLIGHT, 0, 120000, 30",
        "USER_DECRYPT, QUEUED, 0, 6000, 8",
        "USER_DECRYPT, QUEUED, 0, 6250, 8",
        "USER_DECRYPT, QUEUED, 0, 130000, 30",
        "USER_DECRYPT, QUEUED, 0, -5000, 8"
    })
    void theTimeAlreadySpentCounts(
            RequestKind kind, RequestStatus status, long ahead, long elapsedMillis, int seconds) {
        assertThat(retryAfter.seconds(kind, status, ahead, Duration.ofMillis(elapsedMillis)))
                .isEqualTo(seconds);
    }

    @Test
    void newSettingsCountFromTheNextEstimateOn() {
        // Given
        AtomicReference<RetryAfterSettings> settings = new AtomicReference<>(SETTINGS);
        RetryAfter adjustable = new RetryAfter(settings::get, kind -> OptionalDouble.empty());

        // When
        settings.set(settings(Map.of("relayer.http.retry-after.min-seconds", "20")));

        // Then
        assertThat(adjustable.seconds(adjustable.estimate(RequestKind.INPUT_PROOF, 0)))
                .isEqualTo(20);
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
        assertThatThrownBy(() -> settings(Map.of("relayer.http.retry-after." + key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("relayer.http.retry-after: ");
    }

    private static RetryAfterSettings settings(Map<String, String> overrides) {
        return RetryAfterSettings.of(TestConfig.http(overrides).retryAfter());
    }
}
