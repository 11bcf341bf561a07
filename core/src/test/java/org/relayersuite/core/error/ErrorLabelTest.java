package org.relayersuite.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorLabelTest {

    @ParameterizedTest
    @CsvSource({
        "malformed_json, 400",
        "missing_fields, 400",
        "validation_failed, 400",
        "request_error, 400",
        "host_chain_id_not_supported, 400",
        "not_allowed_on_host_acl, 400",
        "not_found, 404",
        "idempotency_key_reused, 422",
        "rate_limited, 429",
        "internal_server_error, 500",
        "host_acl_failed, 500",
        "readiness_check_timed_out, 504",
        "response_timed_out, 504",
        "protocol_paused, 503",
        "insufficient_balance, 503",
        "insufficient_allowance, 503",
        "gateway_not_reachable, 503"
    })
    void everyLabelOfTheWireHasItsStatus(String code, int status) {
        assertThat(ErrorLabel.ofCode(code).httpStatus()).isEqualTo(status);
        assertThat(ErrorLabel.ofCode(code).code()).isEqualTo(code);
    }

    @Test
    void refusesACodeThatIsNone() {
        assertThatThrownBy(() -> ErrorLabel.ofCode("teapot")).isInstanceOf(IllegalArgumentException.class);
    }
}
