package org.relayersuite.devnet.contract;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.relayersuite.core.Address;
import org.relayersuite.devnet.anvil.DevAccount;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicStruct;

/** Lists of KMS nodes, coprocessors and relayers, as the contracts' functions take them. */
final class Members {
    private Members() {}

    static List<Address> accounts(int count, IntFunction<DevAccount> role) {
        return IntStream.range(0, count).mapToObj(role).map(DevAccount::address).toList();
    }

    static DynamicArray<DynamicStruct> structs(int count, IntFunction<DynamicStruct> make) {
        return new DynamicArray<>(
                DynamicStruct.class, IntStream.range(0, count).mapToObj(make).toList());
    }
}
