package org.relayersuite.intake.ratelimit;

/** What a limit is for. */
public enum Scope {
    IP("ip"),
    API_KEY("api_key"),
    USER_ADDRESS("user_address"),
    GLOBAL("global"),
    /** The requests that wait, of everybody. */
    QUEUE("queue"),
    POLL("poll");

    private final String code;

    Scope(String code) {
        this.code = code;
    }

    /** The name in metrics, keys and header fields. */
    String code() {
        return code;
    }
}
