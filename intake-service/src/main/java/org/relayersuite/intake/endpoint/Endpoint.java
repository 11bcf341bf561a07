package org.relayersuite.intake.endpoint;

import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.core.validation.RequestForm;
import org.relayersuite.core.validation.RequestForms;

/** One path that takes requests by POST, and tells about their jobs by GET one level below (spec/relayer.md 1.1). */
public enum Endpoint {
    INPUT_PROOF("v2", "/input-proof", RequestKind.INPUT_PROOF, clock -> RequestForms.inputProof()),
    PUBLIC_DECRYPT("v2", "/public-decrypt", RequestKind.PUBLIC_DECRYPT, clock -> RequestForms.publicDecrypt()),
    USER_DECRYPT("v2", "/user-decrypt", RequestKind.USER_DECRYPT, RequestForms::userDecrypt),
    DELEGATED_USER_DECRYPT(
            "v2", "/delegated-user-decrypt", RequestKind.USER_DECRYPT, RequestForms::delegatedUserDecrypt),
    UNIFIED_USER_DECRYPT("v3", "/user-decrypt", RequestKind.USER_DECRYPT, RequestForms::unifiedUserDecrypt);

    private final String version;
    private final String label;
    private final RequestKind kind;
    private final Function<Clock, RequestForm> form;

    Endpoint(String version, String label, RequestKind kind, Function<Clock, RequestForm> form) {
        this.version = version;
        this.label = label;
        this.kind = kind;
        this.form = form;
    }

    /** The path of POST, such as {@code /v2/input-proof}; a job's id follows it in a GET. */
    public String path() {
        return "/" + version + label;
    }

    /** The API version, {@code v2} or {@code v3}. */
    public String version() {
        return version;
    }

    /** The path without its version, such as {@code /input-proof}: the name of the endpoint in metrics. */
    public String label() {
        return label;
    }

    /** As {@link #label()}, for polls: those of delegated user decryptions count as those of user decryptions. */
    public String pollLabel() {
        return this == DELEGATED_USER_DECRYPT ? USER_DECRYPT.label : label;
    }

    /** The kind of its requests. Every user decryption is told about at any endpoint of that kind. */
    public RequestKind kind() {
        return kind;
    }

    /**
     * What a body must look like.
     *
     * @param clock tells whether a validity window has begun or ended
     */
    public RequestForm form(Clock clock) {
        return form.apply(clock);
    }

    /** The endpoint with this {@link #path()}. */
    public static Optional<Endpoint> at(String path) {
        for (Endpoint endpoint : values()) {
            if (endpoint.path().equals(path)) {
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }
}
