package org.relayersuite.blocklistener.publication;

import org.relayersuite.broker.Topic;

/**
 * Somebody who gets every block of the chain whole.
 *
 * @param id 1 to 128 characters; the names of the consumer's streams begin with it
 */
public record Consumer(String id) {
    private static final int MAX_LENGTH = 128;

    public Consumer {
        id = id.strip();
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a consumer id has 1 to " + MAX_LENGTH + " characters, not " + id.length());
        }
    }

    /** Where the blocks go (spec/listener.md 3.2): without the chain in its name, as the body carries it. */
    public Topic blocks() {
        return new Topic(id + ".new-event");
    }

    /** Where the reorg notices go. */
    public Topic reorgs() {
        return new Topic(id + ".reorg-event");
    }
}
