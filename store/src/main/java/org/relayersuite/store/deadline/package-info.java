/** What cron does to requests whose time is up, and to those that ended long ago. */
package org.relayersuite.store.deadline;
