package org.relayersuite.broker;

import org.relayersuite.core.Bytes;

/**
 * One message as it goes to the broker (spec/listener.md A20: the body stays what it was, the rest travels beside it).
 *
 * @param id names the content, so that a repetition can be recognised: the same content always has the same id
 * @param schemaVersion version of the body's format, from 1
 * @param body JSON, UTF-8
 */
public record Message(String id, int schemaVersion, Bytes body) {
    /** What every body is. */
    public static final String CONTENT_TYPE = "application/json";
}
