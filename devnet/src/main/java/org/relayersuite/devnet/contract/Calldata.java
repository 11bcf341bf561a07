package org.relayersuite.devnet.contract;

import java.math.BigInteger;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.Function;
import org.web3j.abi.datatypes.Type;
import org.web3j.abi.datatypes.Utf8String;
import org.web3j.abi.datatypes.generated.Bytes32;
import org.web3j.abi.datatypes.generated.Uint256;

/** Builds calldata, and ABI values from the project's own types. */
public final class Calldata {
    private Calldata() {}

    /** The selector of {@code name} with these arguments' types, then the arguments. */
    public static Bytes of(String name, Type<?>... arguments) {
        return Bytes.fromHex(FunctionEncoder.encode(new Function(name, List.of(arguments), List.of())));
    }

    public static org.web3j.abi.datatypes.Address address(Address address) {
        return new org.web3j.abi.datatypes.Address(address.toString());
    }

    public static DynamicArray<org.web3j.abi.datatypes.Address> addresses(List<Address> addresses) {
        return new DynamicArray<>(
                org.web3j.abi.datatypes.Address.class,
                addresses.stream().map(Calldata::address).toList());
    }

    public static Bytes32 bytes32(Bytes value) {
        return new Bytes32(value.toArray());
    }

    public static DynamicArray<Bytes32> handles(List<Handle> handles) {
        return new DynamicArray<>(
                Bytes32.class,
                handles.stream().map(handle -> bytes32(handle.value())).toList());
    }

    public static DynamicBytes bytes(Bytes value) {
        return new DynamicBytes(value.toArray());
    }

    public static Uint256 uint(long value) {
        return new Uint256(value);
    }

    public static Uint256 uint(BigInteger value) {
        return new Uint256(value);
    }

    public static Utf8String text(String value) {
        return new Utf8String(value);
    }
}
