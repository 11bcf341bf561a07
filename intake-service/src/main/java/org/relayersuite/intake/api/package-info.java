/** The endpoints of the three kinds of request. */
package org.relayersuite.intake.api;
