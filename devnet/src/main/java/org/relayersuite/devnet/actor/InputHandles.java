package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.web3j.utils.Numeric;

/**
 * The handles that coprocessors give to the inputs behind a proof. Clients compute them as well, and take no others
 * (client SDK 0.4, FhevmHandle.fromZKProof).
 */
public final class InputHandles {
    /** A proof that begins with these bytes is one that the coprocessors reject. */
    public static final Bytes REJECTED_PREFIX = Bytes.fromHex("bad0bad0");

    private static final byte[] CIPHERTEXT_DOMAIN = "ZK-w_rct".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HANDLE_DOMAIN = "ZK-w_hdl".getBytes(StandardCharsets.US_ASCII);
    private static final int HASH_BYTES = 21;
    private static final int WORD = 32;
    private static final byte VERSION = 0;

    private InputHandles() {}

    public static boolean accepts(Bytes ciphertextWithProof) {
        return !ciphertextWithProof.toBareHex().startsWith(REJECTED_PREFIX.toBareHex());
    }

    /**
     * One handle for each input, on the chain of the contract.
     *
     * @param contractChainId an unsigned 64-bit number
     * @param acl the ACL contract of that chain
     */
    public static List<Handle> of(Bytes ciphertextWithProof, BigInteger contractChainId, Address acl) {
        byte[] ciphertext = ciphertextWithProof.toArray();
        Hash blob = Keccak.hash(ByteBuffer.allocate(CIPHERTEXT_DOMAIN.length + ciphertext.length)
                .put(CIPHERTEXT_DOMAIN)
                .put(ciphertext)
                .array());
        List<Integer> types = InputTypes.of(ciphertext);
        List<Handle> handles = new ArrayList<>(types.size());
        for (int index = 0; index < types.size(); index++) {
            handles.add(new Handle(Bytes.of(ByteBuffer.allocate(Handle.LENGTH)
                    .put(hash(blob, index, acl, contractChainId), 0, HASH_BYTES)
                    .put((byte) index)
                    .putLong(contractChainId.longValue())
                    .put(types.get(index).byteValue())
                    .put(VERSION)
                    .array())));
        }
        return handles;
    }

    private static byte[] hash(Hash blob, int index, Address acl, BigInteger contractChainId) {
        return Keccak.hash(ByteBuffer.allocate(HANDLE_DOMAIN.length + Hash.LENGTH + 1 + Address.LENGTH + WORD)
                        .put(HANDLE_DOMAIN)
                        .put(blob.value().toArray())
                        .put((byte) index)
                        .put(acl.value().toArray())
                        .put(Numeric.toBytesPadded(contractChainId, WORD))
                        .array())
                .value()
                .toArray();
    }
}
