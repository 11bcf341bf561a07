package org.relayersuite.core.validation;

/**
 * What is wrong with one field.
 *
 * @param field the JSON key; for problems inside a list or an object the key of that list or object
 * @param issue a sentence for the client, free of the client's own input
 */
public record FieldIssue(String field, String issue) {}
