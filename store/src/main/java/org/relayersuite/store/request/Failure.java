package org.relayersuite.store.request;

import org.relayersuite.core.error.ErrorLabel;

/**
 * Why a request ended without an answer.
 *
 * @param reason a sentence for the client, free of secrets
 */
public record Failure(ErrorLabel label, String reason) {}
