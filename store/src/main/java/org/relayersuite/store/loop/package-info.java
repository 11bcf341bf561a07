/** Long-running loops that survive their own failures. */
package org.relayersuite.store.loop;
