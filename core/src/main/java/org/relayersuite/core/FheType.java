package org.relayersuite.core;

import java.util.Optional;

/**
 * The types of encrypted values that the gateway decrypts (spec/relayer.md 3.7).
 *
 * <p>A handle names its type by number. Numbers up to {@link #LAST_DECLARED} that are not here are declared by the
 * gateway's contracts but not decrypted; higher ones are no types at all.
 */
public enum FheType {
    BOOL(0, 2),
    UINT8(2, 8),
    UINT16(3, 16),
    UINT32(4, 32),
    UINT64(5, 64),
    UINT128(6, 128),
    ADDRESS(7, 160),
    UINT256(8, 256);

    /** The highest number that the gateway's contracts know, decrypted or not. */
    public static final int LAST_DECLARED = 83;

    private final int number;
    private final int bits;

    FheType(int number, int bits) {
        this.number = number;
        this.bits = bits;
    }

    /** How much a value counts towards the size of a decryption, in bits. */
    public int bits() {
        return bits;
    }

    /** The type with this number; empty when values of it are not decrypted. */
    public static Optional<FheType> ofNumber(int number) {
        for (FheType type : values()) {
            if (type.number == number) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
