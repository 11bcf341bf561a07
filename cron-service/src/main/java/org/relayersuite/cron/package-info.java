/** What must happen when nobody asks: deadlines, purge, gauges. Of all replicas one acts. */
package org.relayersuite.cron;
