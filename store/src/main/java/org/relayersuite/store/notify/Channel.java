package org.relayersuite.store.notify;

/** What a wake-up is about. The payload is always empty: whoever wakes selects its work from the database. */
public enum Channel {
    /** There may be requests to dispatch. */
    DISPATCH("relayer_dispatch"),
    /** A request has ended. */
    ENDED("relayer_ended"),
    /** A leader has released its role. */
    LEADERSHIP("relayer_leadership"),
    /** An operator has changed a setting or an API key. */
    ADMIN("relayer_admin");

    private final String sqlName;

    Channel(String sqlName) {
        this.sqlName = sqlName;
    }

    /** The channel's name in LISTEN and NOTIFY. */
    public String sqlName() {
        return sqlName;
    }
}
