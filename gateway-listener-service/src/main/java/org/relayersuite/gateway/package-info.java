/** Reads the gateway chain block by block, and turns what it says into facts that complete requests. */
package org.relayersuite.gateway;
