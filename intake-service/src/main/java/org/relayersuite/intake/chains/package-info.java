/** The chains that requests are checked against, read through caches that all requests share. */
package org.relayersuite.intake.chains;
