/** Requests as intake sees them: admission without duplicates, and the answer to a poll. */
package org.relayersuite.store.request;
