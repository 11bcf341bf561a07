/** Reads JSON from strangers. */
package org.relayersuite.intake.json;
