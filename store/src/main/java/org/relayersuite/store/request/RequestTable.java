package org.relayersuite.store.request;

import org.relayersuite.core.request.RequestKind;

/** The table of each kind of request. The three share one shape, so one statement serves all with its name filled in. */
public enum RequestTable {
    INPUT_PROOF("input_proof_req"),
    PUBLIC_DECRYPT("public_decrypt_req"),
    USER_DECRYPT("user_decrypt_req");

    private final String sqlName;

    RequestTable(String sqlName) {
        this.sqlName = sqlName;
    }

    public static RequestTable of(RequestKind kind) {
        return switch (kind) {
            case INPUT_PROOF -> INPUT_PROOF;
            case PUBLIC_DECRYPT -> PUBLIC_DECRYPT;
            case USER_DECRYPT -> USER_DECRYPT;
        };
    }

    /** Fills the table's name in for {@code {table}}. The name is a constant, never input. */
    public String sql(String template) {
        return template.replace("{table}", sqlName);
    }
}
