package org.relayersuite.core;

import java.math.BigInteger;

/**
 * A ciphertext handle of 32 bytes: bytes 0 to 20 hash, byte 21 index (0xff when computed), bytes 22 to 29 the chain id
 * of its host chain (big-endian u64), byte 30 the FHE type, byte 31 the version.
 */
public record Handle(Bytes value) {
    public static final int LENGTH = 32;
    private static final int CHAIN_ID_START = 22;
    private static final int TYPE_INDEX = 30;

    public Handle {
        if (value.size() != LENGTH) {
            throw new IllegalArgumentException("a handle has 32 bytes, not " + value.size());
        }
    }

    /**
     * Decodes 64 hex digits, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException when the text is no handle
     */
    public static Handle of(String hex) {
        return new Handle(Bytes.fromHex(hex));
    }

    /** The host chain that the ciphertext lives on: an unsigned 64-bit number. */
    public BigInteger chainId() {
        byte[] bytes = new byte[Long.BYTES];
        System.arraycopy(value.toArray(), CHAIN_ID_START, bytes, 0, bytes.length);
        return new BigInteger(1, bytes);
    }

    /** The number of the FHE type, 0 to 255. */
    public int fheType() {
        return value.at(TYPE_INDEX);
    }

    @Override
    public String toString() {
        return value.toHex();
    }
}
