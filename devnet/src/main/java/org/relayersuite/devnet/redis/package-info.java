/** The devnet's own Redis. */
package org.relayersuite.devnet.redis;
