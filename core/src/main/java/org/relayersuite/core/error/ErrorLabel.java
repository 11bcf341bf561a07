package org.relayersuite.core.error;

/** What a client is told when a request cannot be accepted or has ended without an answer (spec/relayer.md, 1.4). */
public enum ErrorLabel {
    MALFORMED_JSON("malformed_json", 400),
    MISSING_FIELDS("missing_fields", 400),
    VALIDATION_FAILED("validation_failed", 400),
    REQUEST_ERROR("request_error", 400),
    HOST_CHAIN_ID_NOT_SUPPORTED("host_chain_id_not_supported", 400),
    NOT_ALLOWED_ON_HOST_ACL("not_allowed_on_host_acl", 400),
    UNAUTHORIZED("unauthorized", 401),
    FORBIDDEN("forbidden", 403),
    NOT_FOUND("not_found", 404),
    IDEMPOTENCY_KEY_REUSED("idempotency_key_reused", 422),
    RATE_LIMITED("rate_limited", 429),
    INTERNAL_SERVER_ERROR("internal_server_error", 500),
    HOST_ACL_FAILED("host_acl_failed", 500),
    READINESS_CHECK_TIMED_OUT("readiness_check_timed_out", 504),
    RESPONSE_TIMED_OUT("response_timed_out", 504),
    PROTOCOL_PAUSED("protocol_paused", 503),
    INSUFFICIENT_BALANCE("insufficient_balance", 503),
    INSUFFICIENT_ALLOWANCE("insufficient_allowance", 503),
    GATEWAY_NOT_REACHABLE("gateway_not_reachable", 503);

    private final String code;
    private final int httpStatus;

    ErrorLabel(String code, int httpStatus) {
        this.code = code;
        this.httpStatus = httpStatus;
    }

    /** The label on the wire, in snake case. */
    public String code() {
        return code;
    }

    /** The HTTP status that goes with the label. Clients that know no 504 are answered 503 in its place. */
    public int httpStatus() {
        return httpStatus;
    }

    /**
     * Finds the label by its {@link #code()}.
     *
     * @throws IllegalArgumentException when no label has that code
     */
    public static ErrorLabel ofCode(String code) {
        for (ErrorLabel label : values()) {
            if (label.code.equals(code)) {
                return label;
            }
        }
        throw new IllegalArgumentException("unknown error label: " + code);
    }
}
