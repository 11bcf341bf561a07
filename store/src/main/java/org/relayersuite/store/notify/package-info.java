/** Wake-ups between services through LISTEN and NOTIFY. They make things fast; a slow poll makes them certain. */
package org.relayersuite.store.notify;
