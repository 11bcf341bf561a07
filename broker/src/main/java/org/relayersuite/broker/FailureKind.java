package org.relayersuite.broker;

/** Why a publish attempt failed; the {@code error_kind} of {@code broker_publish_errors_total} (spec/listener.md 7.1). */
public enum FailureKind {
    /** No connection, or it broke. */
    CONNECTION,
    /** No answer in time. */
    TIMEOUT,
    /** The broker answered, but not with a confirmation. */
    OTHER
}
