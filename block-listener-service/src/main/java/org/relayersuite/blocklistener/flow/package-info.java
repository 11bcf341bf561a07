/** The loop that keeps one chain going: hold the lock, follow the head, walk back a reorg. */
package org.relayersuite.blocklistener.flow;
