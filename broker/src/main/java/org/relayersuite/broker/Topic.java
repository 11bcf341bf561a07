package org.relayersuite.broker;

/**
 * Where messages of one kind go. On Redis the key is the name of a stream; it is never prefixed, so that what stands
 * in a consumer's documentation is what stands in Redis (spec/listener.md 3.2).
 *
 * @param key 1 to 256 printable ASCII characters without spaces
 */
public record Topic(String key) {
    private static final int MAX_LENGTH = 256;

    public Topic {
        if (key.isEmpty() || key.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a topic has 1 to " + MAX_LENGTH + " characters, not " + key.length());
        }
        if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a topic consists of printable ASCII characters without spaces");
        }
    }

    @Override
    public String toString() {
        return key;
    }
}
