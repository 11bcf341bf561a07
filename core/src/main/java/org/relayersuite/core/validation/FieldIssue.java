package org.relayersuite.core.validation;

/**
 * What is wrong with one field.
 *
 * @param field the path of JSON keys and list positions, such as {@code attestedPayload.handles[0].ctHandle}; in the
 *     second version of the API, for problems inside a list or an object, the key of that list or object
 * @param issue a sentence for the client, free of the client's own input
 */
public record FieldIssue(String field, String issue) {

    /** The same issue as seen from the object or list that has the value at {@code step}. */
    FieldIssue under(String step) {
        return new FieldIssue(path(step, field), issue);
    }

    static String path(String step, String rest) {
        if (rest.isEmpty()) {
            return step;
        }
        return rest.startsWith("[") ? step + rest : step + "." + rest;
    }
}
