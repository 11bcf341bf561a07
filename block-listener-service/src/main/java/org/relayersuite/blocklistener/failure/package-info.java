/** What can go wrong while a chain is followed, and whether it passes by itself. */
package org.relayersuite.blocklistener.failure;
