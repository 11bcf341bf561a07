/** The HTTP API: reads requests, lets each content in once, and answers polls (spec/relayer.md, section 1). */
package org.relayersuite.intake;
