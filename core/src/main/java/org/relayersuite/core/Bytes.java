package org.relayersuite.core;

import java.util.Arrays;

/** An immutable sequence of bytes with value equality, so that records may hold binary data. */
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] value;

    private Bytes(byte[] value) {
        this.value = value;
    }

    /** Copies {@code value}. */
    public static Bytes of(byte[] value) {
        return new Bytes(value.clone());
    }

    /**
     * Decodes hex text, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException when {@code hex} is not even-length hex
     */
    public static Bytes fromHex(String hex) {
        return new Bytes(Hex.decode(hex));
    }

    public int size() {
        return value.length;
    }

    /** Returns the byte at {@code index} as a number from 0 to 255. */
    public int at(int index) {
        return value[index] & 0xff;
    }

    /** Returns a copy. */
    public byte[] toArray() {
        return value.clone();
    }

    /** Lower-case hex with {@code 0x}. */
    public String toHex() {
        return Hex.prefixed(value);
    }

    /** Lower-case hex without {@code 0x}. */
    public String toBareHex() {
        return Hex.bare(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    /** Names the length only: calldata and signatures must not reach a log through string concatenation. */
    @Override
    public String toString() {
        return "Bytes[" + value.length + "]";
    }
}
