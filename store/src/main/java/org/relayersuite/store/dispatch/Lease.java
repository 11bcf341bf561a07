package org.relayersuite.store.dispatch;

/**
 * The right to decide for a lane, as long as the lane's row still carries {@code epoch}.
 *
 * @param lane the lane's name
 * @param epoch drawn when the lane was taken over; a later one shuts this one out
 */
public record Lease(String lane, long epoch) {}
