package org.relayersuite.core.request;

/** The three kinds of request. Each has its own table; what differs between them is data or a small strategy. */
public enum RequestKind {
    INPUT_PROOF("input_proof"),
    PUBLIC_DECRYPT("public_decrypt"),
    USER_DECRYPT("user_decrypt");

    private final String code;

    RequestKind(String code) {
        this.code = code;
    }

    /** The kind's name in SQL, metrics and logs, in snake case. */
    public String code() {
        return code;
    }

    /**
     * Finds the kind by its {@link #code()}.
     *
     * @throws IllegalArgumentException when no kind has that code
     */
    public static RequestKind ofCode(String code) {
        for (RequestKind kind : values()) {
            if (kind.code.equals(code)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown request kind: " + code);
    }
}
