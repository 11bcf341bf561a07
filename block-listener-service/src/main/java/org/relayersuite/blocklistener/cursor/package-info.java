/** Following the head of a chain: fetch ahead in parallel, walk in order, publish, then commit. */
package org.relayersuite.blocklistener.cursor;
