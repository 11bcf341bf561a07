/** The probes that clients of the reference know, with its paths and bodies (spec/relayer.md 1.12). */
package org.relayersuite.intake.probe;
