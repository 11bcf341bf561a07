package org.relayersuite.devnet.actor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.chain.abi.Keccak;

/**
 * The FHE types (spec/relayer.md 3.7) of the inputs in a ciphertext. A list of ciphertexts that a client really made
 * tells them; for any other bytes they are taken from a hash, one to three.
 */
final class InputTypes {
    private static final byte[] LIST_NAME =
            "high_level_api::ProvenCompactCiphertextList".getBytes(StandardCharsets.US_ASCII);
    /** Where a list says what it is, behind the format's versions, each with its length. */
    private static final int LIST_NAME_AT = 34;

    /** The empty tag at a list's end: its version and its length. */
    private static final int TAG_BYTES = Integer.BYTES + Long.BYTES;

    private static final int ENTRY_VERSION = 1;
    private static final int UNSIGNED = 0;
    private static final int BOOLEAN = 2;
    private static final int BOOL_TYPE = 0;
    /** The FHE type of an unsigned number by its blocks of two bits. */
    private static final Map<Long, Integer> TYPE_BY_BLOCKS =
            Map.of(4L, 2, 8L, 3, 16L, 4, 32L, 5, 64L, 6, 80L, 7, 128L, 8);

    private static final int MAX_INPUTS = 256;
    private static final int[] FHE_TYPES = {0, 2, 3, 4, 5, 6, 7, 8};
    private static final int MAX_HASHED_INPUTS = 3;

    private InputTypes() {}

    static List<Integer> of(byte[] ciphertext) {
        return isList(ciphertext) ? listed(ciphertext).orElseGet(() -> hashed(ciphertext)) : hashed(ciphertext);
    }

    private static boolean isList(byte[] ciphertext) {
        int end = LIST_NAME_AT + LIST_NAME.length;
        return ciphertext.length >= end && Arrays.equals(ciphertext, LIST_NAME_AT, end, LIST_NAME, 0, LIST_NAME.length);
    }

    /**
     * Finds the entries, which are the last of a list but for its tag: their count, then for each a version, a kind and,
     * for numbers, the blocks. All before them is cryptography, so they are where everything fits to the end, and the
     * first such place, since the blocks of one entry can be the count of those behind it.
     */
    private static Optional<List<Integer>> listed(byte[] ciphertext) {
        int end = ciphertext.length - TAG_BYTES;
        for (int start = LIST_NAME_AT + LIST_NAME.length; start <= end - Long.BYTES; start++) {
            ByteBuffer bytes = ByteBuffer.wrap(ciphertext, start, end - start).order(ByteOrder.LITTLE_ENDIAN);
            long count = bytes.getLong();
            if (count >= 1 && count <= MAX_INPUTS) {
                Optional<List<Integer>> types = entries(bytes, (int) count);
                if (types.isPresent()) {
                    return types;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<List<Integer>> entries(ByteBuffer bytes, int count) {
        List<Integer> types = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (bytes.remaining() < 2 * Integer.BYTES || bytes.getInt() != ENTRY_VERSION) {
                return Optional.empty();
            }
            int kind = bytes.getInt();
            if (kind == BOOLEAN) {
                types.add(BOOL_TYPE);
            } else if (kind == UNSIGNED && bytes.remaining() >= Long.BYTES) {
                Integer type = TYPE_BY_BLOCKS.get(bytes.getLong());
                if (type == null) {
                    return Optional.empty();
                }
                types.add(type);
            } else {
                return Optional.empty();
            }
        }
        return bytes.hasRemaining() ? Optional.empty() : Optional.of(types);
    }

    private static List<Integer> hashed(byte[] ciphertext) {
        byte[] digest = Keccak.hash(ciphertext).value().toArray();
        int count = 1 + Byte.toUnsignedInt(digest[0]) % MAX_HASHED_INPUTS;
        List<Integer> types = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            types.add(FHE_TYPES[Byte.toUnsignedInt(digest[1 + index]) % FHE_TYPES.length]);
        }
        return types;
    }
}
