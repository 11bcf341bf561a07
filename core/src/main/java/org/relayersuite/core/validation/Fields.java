package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

/** The fields that more than one form has. */
final class Fields {
    static final String CONTRACT_ADDRESS = "contractAddress";
    static final String USER_ADDRESS = "userAddress";
    static final String START_TIMESTAMP = "startTimestamp";

    static final Shape<Address> ADDRESS = text(HexRules.ADDRESS, Address::of);

    private Fields() {}

    static <T> Shape<T> text(Rule<String> rule, Function<String, T> meaning) {
        return new TextShape<>(false, List.of(rule), meaning);
    }

    static Field<BigInteger> chainId(String name) {
        return new Field<>(name, new TextShape<>(true, List.of(NumberRules.U64), NumberRules::number));
    }

    static Field<Address> address(String name) {
        return new Field<>(name, ADDRESS);
    }

    static Field<Handle> handle(String name) {
        return new Field<>(name, text(HexRules.HANDLE, Handle::of));
    }

    /** Bytes as hex; {@code length} and {@code notation} are told independently. */
    static Field<Bytes> hex(String name, Rule<String> length, Rule<String> notation) {
        return new Field<>(name, new TextShape<>(false, List.of(length, notation), Bytes::fromHex));
    }

    static Field<Bytes> extraData(Rule<String> rule) {
        return new Field<>("extraData", text(rule, Bytes::fromHex));
    }
}
