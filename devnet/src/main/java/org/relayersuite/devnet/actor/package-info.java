/** Plays the KMS nodes and the coprocessors: watches the gateway's requests and answers them, correctly signed. */
package org.relayersuite.devnet.actor;
