package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

/** The handles that the devnet's coprocessors give to the inputs behind a proof: taken from the proof. */
public final class InputHandles {
    /** A proof that begins with these bytes is one that the coprocessors reject. */
    public static final Bytes REJECTED_PREFIX = Bytes.fromHex("bad0bad0");

    private static final int HASH_BYTES = 21;
    private static final byte[] FHE_TYPES = {0, 2, 3, 4, 5, 6, 7, 8};
    private static final int MAX_INPUTS = 3;

    private InputHandles() {}

    public static boolean accepts(Bytes ciphertextWithProof) {
        return !ciphertextWithProof.toBareHex().startsWith(REJECTED_PREFIX.toBareHex());
    }

    /**
     * One to three handles on the chain of the contract.
     *
     * @param contractChainId an unsigned 64-bit number
     */
    public static List<Handle> of(Bytes ciphertextWithProof, BigInteger contractChainId) {
        byte[] digest = Keccak.hash(ciphertextWithProof).value().toArray();
        int count = 1 + Byte.toUnsignedInt(digest[0]) % MAX_INPUTS;
        List<Handle> handles = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            byte fheType = FHE_TYPES[Byte.toUnsignedInt(digest[1 + index]) % FHE_TYPES.length];
            handles.add(new Handle(Bytes.of(ByteBuffer.allocate(Handle.LENGTH)
                    .put(inputDigest(digest, index), 0, HASH_BYTES)
                    .put((byte) index)
                    .putLong(contractChainId.longValue())
                    .put(fheType)
                    .put((byte) 0)
                    .array())));
        }
        return handles;
    }

    private static byte[] inputDigest(byte[] proofDigest, int index) {
        byte[] indexed = Arrays.copyOf(proofDigest, proofDigest.length + 1);
        indexed[proofDigest.length] = (byte) index;
        return Keccak.hash(indexed).value().toArray();
    }
}
