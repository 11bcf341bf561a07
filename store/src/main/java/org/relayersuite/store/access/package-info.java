/** Who may call the API, and what operators changed at run time: tables that every pod keeps a copy of. */
package org.relayersuite.store.access;
