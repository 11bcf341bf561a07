package org.relayersuite.core.validation;

import java.util.Optional;

/**
 * Something that a contract asks of a request whose fields are all well-formed.
 *
 * @param field where a breach is told
 * @param <R> the request
 */
record Limit<R>(String field, Rule<R> rule) {

    Optional<FieldIssue> breachBy(R request) {
        return rule.issueOf(request).map(issue -> new FieldIssue(field, issue));
    }
}
