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
    /** Where the KMS nodes say that they publish their keys. */
    static final String STORAGE_URL = "http://127.0.0.1:9000/kms-public";

    private Members() {}

    static List<Address> accounts(int count, IntFunction<DevAccount> role) {
        return IntStream.range(0, count).mapToObj(role).map(DevAccount::address).toList();
    }

    static DynamicArray<DynamicStruct> structs(int count, IntFunction<DynamicStruct> make) {
        return new DynamicArray<>(
                DynamicStruct.class, IntStream.range(0, count).mapToObj(make).toList());
    }
}
