/** HTTP around the endpoints: bounded bodies, the envelope for whatever no endpoint answers, and the counts. */
package org.relayersuite.intake.http;
