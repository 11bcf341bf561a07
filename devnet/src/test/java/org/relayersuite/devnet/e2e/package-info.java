/** The whole suite as a platform team runs it: packaged services, real Postgres, real chains, real kills. */
package org.relayersuite.devnet.e2e;
