/** When a client should ask again (spec/relayer.md, section 9). */
package org.relayersuite.intake.retryafter;
