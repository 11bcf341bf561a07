package org.relayersuite.chain.abi;

import java.math.BigInteger;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.StaticStruct;
import org.web3j.abi.datatypes.Type;
import org.web3j.abi.datatypes.generated.Bytes32;
import org.web3j.abi.datatypes.generated.Uint256;

/**
 * Calldata of contract functions. The signature is given as text, because the names of tuples do not tell overloads
 * apart.
 */
public final class Calldata {
    private Calldata() {}

    /**
     * Encodes a call.
     *
     * @param signature the canonical signature, such as {@code transfer(address,uint256)}
     * @param arguments one value per parameter
     */
    @SuppressWarnings("rawtypes") // The library's encoder takes a list of the raw type.
    public static Bytes encode(String signature, Type<?>... arguments) {
        List<Type> values = List.of(arguments);
        return Bytes.fromHex(FunctionEncoder.encode(Keccak.selector(signature).toHex(), values));
    }

    /** A {@code uint256}. */
    public static Uint256 uint(BigInteger value) {
        return new Uint256(value);
    }

    /** An {@code address}. */
    public static org.web3j.abi.datatypes.Address address(Address value) {
        return new org.web3j.abi.datatypes.Address(value.toString());
    }

    /** A {@code bytes32}. */
    public static Bytes32 word(Handle value) {
        return new Bytes32(value.value().toArray());
    }

    /** A {@code bytes32}. */
    public static Bytes32 word(Hash value) {
        return new Bytes32(value.value().toArray());
    }

    /** Dynamic {@code bytes}. */
    public static DynamicBytes bytes(Bytes value) {
        return new DynamicBytes(value.toArray());
    }

    /** An {@code address[]}. */
    public static DynamicArray<org.web3j.abi.datatypes.Address> addresses(List<Address> values) {
        return new DynamicArray<>(
                org.web3j.abi.datatypes.Address.class,
                values.stream().map(Calldata::address).toList());
    }

    /** A {@code bytes32[]}. */
    public static DynamicArray<Bytes32> words(List<Handle> values) {
        return new DynamicArray<>(
                Bytes32.class, values.stream().map(Calldata::word).toList());
    }

    /** A {@code bytes[]}. */
    public static DynamicArray<DynamicBytes> bytesArray(List<Bytes> values) {
        return new DynamicArray<>(
                DynamicBytes.class, values.stream().map(Calldata::bytes).toList());
    }

    /** An array of tuples that have no dynamic part. */
    public static DynamicArray<StaticStruct> tuples(List<StaticStruct> values) {
        return new DynamicArray<>(StaticStruct.class, values);
    }
}
