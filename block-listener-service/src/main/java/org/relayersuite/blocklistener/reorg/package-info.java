/** Finding where two branches of a chain part, and moving the consumers from one to the other. */
package org.relayersuite.blocklistener.reorg;
