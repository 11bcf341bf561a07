package org.relayersuite.chain.rpc;

import java.time.Duration;

/**
 * How much may be asked of one endpoint, as providers count it: every call of a batch is a request.
 *
 * @param requestsPerSecond the steady rate
 * @param burst how many may be sent at once after a pause
 * @param maxWaiting how many callers may wait for their turn; the next one is refused
 * @param maxWait the longest wait; who would have to wait longer is refused at once
 */
public record Quota(double requestsPerSecond, int burst, int maxWaiting, Duration maxWait) {

    /** @throws IllegalArgumentException when a value is out of range */
    public Quota {
        boolean rated = requestsPerSecond > 0 && Double.isFinite(requestsPerSecond) && burst > 0;
        if (!rated || maxWaiting < 0 || maxWait.isNegative()) {
            throw new IllegalArgumentException("a quota needs a rate above zero, and bounds that are not negative");
        }
    }
}
