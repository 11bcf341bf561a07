/** How many requests may wait before new ones are refused (spec/relayer.md 0.7, section 5). */
package org.relayersuite.intake.capacity;
