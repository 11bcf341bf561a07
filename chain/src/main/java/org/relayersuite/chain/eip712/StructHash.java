package org.relayersuite.chain.eip712;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.List;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;

/** Builds {@code hashStruct} of EIP-712: the type hash, then one 32-byte word per field in the order of the type. */
final class StructHash {
    private static final int WORD = 32;

    private final ByteArrayOutputStream words = new ByteArrayOutputStream();

    StructHash(String type) {
        hash(Keccak.hash(type));
    }

    StructHash hash(Hash value) {
        words.writeBytes(value.value().toArray());
        return this;
    }

    StructHash uint(BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > WORD * Byte.SIZE) {
            throw new IllegalArgumentException("not a uint256");
        }
        byte[] digits = value.toByteArray();
        byte[] word = new byte[WORD];
        // toByteArray may lead with a zero byte for the sign.
        int length = Math.min(digits.length, WORD);
        System.arraycopy(digits, digits.length - length, word, WORD - length, length);
        words.writeBytes(word);
        return this;
    }

    StructHash address(Address value) {
        words.writeBytes(padded(value));
        return this;
    }

    StructHash bytes(Bytes value) {
        return hash(Keccak.hash(value));
    }

    StructHash addresses(List<Address> values) {
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        values.forEach(value -> elements.writeBytes(padded(value)));
        return hash(Keccak.hash(elements.toByteArray()));
    }

    StructHash handles(List<Handle> values) {
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        values.forEach(value -> elements.writeBytes(value.value().toArray()));
        return hash(Keccak.hash(elements.toByteArray()));
    }

    Hash toHash() {
        return Keccak.hash(words.toByteArray());
    }

    private static byte[] padded(Address value) {
        byte[] word = new byte[WORD];
        System.arraycopy(value.value().toArray(), 0, word, WORD - Address.LENGTH, Address.LENGTH);
        return word;
    }
}
