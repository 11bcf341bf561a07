/** What the listener knows to have published, in Postgres, and the lock by which one replica at a time extends it. */
package org.relayersuite.blocklistener.ledger;
