/** How far a reader of a chain has got. */
package org.relayersuite.store.cursor;
