package org.relayersuite.core;

/** An account or contract address of 20 bytes. The text form is lower-case hex with {@code 0x}; no checksum is kept. */
public record Address(Bytes value) implements Comparable<Address> {
    public static final int LENGTH = 20;

    public Address {
        if (value.size() != LENGTH) {
            throw new IllegalArgumentException("an address has 20 bytes, not " + value.size());
        }
    }

    /**
     * Decodes 40 hex digits of any case, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException when the text is no address
     */
    public static Address of(String hex) {
        return new Address(Bytes.fromHex(hex));
    }

    @Override
    public int compareTo(Address other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return value.toHex();
    }
}
