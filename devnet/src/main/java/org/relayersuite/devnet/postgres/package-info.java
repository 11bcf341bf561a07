/** The devnet's own Postgres. */
package org.relayersuite.devnet.postgres;
