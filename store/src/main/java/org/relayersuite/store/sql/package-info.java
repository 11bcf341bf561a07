/** Postgres, as sequential code on virtual threads sees it. */
package org.relayersuite.store.sql;
