package org.relayersuite.chain.abi;

import java.nio.charset.StandardCharsets;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/** Keccak-256, the hash of Ethereum (not the later SHA3-256 of FIPS 202). */
public final class Keccak {
    private static final int SELECTOR_LENGTH = 4;

    private Keccak() {}

    /** Hashes {@code data}. */
    public static Hash hash(byte[] data) {
        return Hash.of(org.web3j.crypto.Hash.sha3(data));
    }

    /** Hashes {@code data}. */
    public static Hash hash(Bytes data) {
        return hash(data.toArray());
    }

    /** Hashes ASCII text: the topic of an event's signature, or a type hash of EIP-712. */
    public static Hash hash(String text) {
        return hash(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The first four bytes of the hash of a function's or error's signature, such as {@code transfer(address,uint256)}. */
    public static Bytes selector(String signature) {
        byte[] selector = new byte[SELECTOR_LENGTH];
        System.arraycopy(hash(signature).value().toArray(), 0, selector, 0, SELECTOR_LENGTH);
        return Bytes.of(selector);
    }
}
