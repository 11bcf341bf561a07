/** From a request that may be sent to a nonce that is bound to it. */
package org.relayersuite.tx.submission;
