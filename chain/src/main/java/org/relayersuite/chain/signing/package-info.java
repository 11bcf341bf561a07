/** Signing of transactions and digests. Keys never leave this package, not even into a message. */
package org.relayersuite.chain.signing;
