/** Plays a client: one request of each kind, followed from its POST to its result. */
package org.relayersuite.devnet.demo;
