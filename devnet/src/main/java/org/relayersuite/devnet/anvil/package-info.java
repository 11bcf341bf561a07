/** Local chains for development and tests: Anvil processes and the funded accounts on them. */
package org.relayersuite.devnet.anvil;
