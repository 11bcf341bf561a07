package org.relayersuite.intake.api;

import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.http.Preferences;

/**
 * A POST, as it came in.
 *
 * @param body the whole body, bounded; nothing is known about what is in it
 */
record Submission(Endpoint endpoint, byte[] body, Preferences preferences) {}
