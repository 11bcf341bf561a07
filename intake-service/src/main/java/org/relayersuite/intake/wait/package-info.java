/** Tells those who wait for a job when it moves: held polls and event streams (spec/relayer.md 0.9). */
package org.relayersuite.intake.wait;
