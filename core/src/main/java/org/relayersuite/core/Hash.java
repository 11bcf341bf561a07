package org.relayersuite.core;

/** A 32-byte hash: of a block, of a transaction. The text form is lower-case hex with {@code 0x}. */
public record Hash(Bytes value) {
    public static final int LENGTH = 32;

    public Hash {
        if (value.size() != LENGTH) {
            throw new IllegalArgumentException("a hash has 32 bytes, not " + value.size());
        }
    }

    /**
     * Decodes 64 hex digits, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException when the text is no 32-byte hash
     */
    public static Hash of(String hex) {
        return new Hash(Bytes.fromHex(hex));
    }

    public static Hash of(byte[] bytes) {
        return new Hash(Bytes.of(bytes));
    }

    @Override
    public String toString() {
        return value.toHex();
    }
}
