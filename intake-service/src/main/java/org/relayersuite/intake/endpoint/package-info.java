/** The endpoints of the HTTP API, as data. */
package org.relayersuite.intake.endpoint;
