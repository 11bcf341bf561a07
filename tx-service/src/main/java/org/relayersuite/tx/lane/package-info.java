/** The lane that this replica contends for, and the loops that work for it while it leads. */
package org.relayersuite.tx.lane;
