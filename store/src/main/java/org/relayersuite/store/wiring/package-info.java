/** What every service needs of the database, as beans with their configuration. */
package org.relayersuite.store.wiring;
