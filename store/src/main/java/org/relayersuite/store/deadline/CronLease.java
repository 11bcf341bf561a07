package org.relayersuite.store.deadline;

/**
 * The right to end requests by time.
 *
 * @param epoch of the role {@link #ROLE}
 */
public record CronLease(long epoch) {
    public static final String ROLE = "cron";
}
