package org.relayersuite.intake.api;

import java.util.Optional;
import org.relayersuite.intake.auth.Caller;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.http.Preferences;

/**
 * A POST, as it came in.
 *
 * @param caller who posted it
 * @param body the whole body, bounded; nothing is known about what is in it
 * @param idempotencyKey what the client names its submission by
 */
record Submission(
        Caller caller, Endpoint endpoint, byte[] body, Preferences preferences, Optional<String> idempotencyKey) {}
