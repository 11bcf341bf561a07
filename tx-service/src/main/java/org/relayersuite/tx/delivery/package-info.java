/** From a bound nonce to a final receipt. */
package org.relayersuite.tx.delivery;
