/** Who calls (spec/relayer.md 0.8): nobody in particular, or the owner of an API key. */
package org.relayersuite.intake.auth;
