package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.util.List;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.web3j.utils.Numeric;

/** The clear values that the devnet's KMS nodes find behind handles: taken from the handle, so that all find the same. */
public final class ClearValues {
    private static final int WORD = 32;

    private ClearValues() {}

    /** A value that fits the handle's FHE type: 0 or 1 for a bool, 20 bytes for an address, else as many bits. */
    public static BigInteger of(Handle handle) {
        BigInteger digest =
                new BigInteger(1, Keccak.hash(handle.value()).value().toArray());
        return digest.mod(BigInteger.TWO.pow(bits(handle.fheType())));
    }

    /** The ABI encoding of the values of {@code handles}, in their order: 32 bytes for each. */
    public static Bytes encode(List<Handle> handles) {
        byte[] encoded = new byte[handles.size() * WORD];
        for (int i = 0; i < handles.size(); i++) {
            byte[] word = Numeric.toBytesPadded(of(handles.get(i)), WORD);
            System.arraycopy(word, 0, encoded, i * WORD, WORD);
        }
        return Bytes.of(encoded);
    }

    private static int bits(int fheType) {
        return switch (fheType) {
            case 0 -> 1;
            case 2 -> 8;
            case 3 -> 16;
            case 4 -> 32;
            case 5 -> 64;
            case 6 -> 128;
            case 7 -> 160;
            case 8 -> 256;
            default -> throw new IllegalArgumentException("no clear value has FHE type " + fheType);
        };
    }
}
