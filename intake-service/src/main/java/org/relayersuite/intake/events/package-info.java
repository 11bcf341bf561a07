/** Server-Sent Events about a job (spec/relayer.md 0.9). */
package org.relayersuite.intake.events;
