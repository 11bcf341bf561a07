package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.time.Clock;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;

/** The two legacy forms of user decrypt, and the fields that they share (spec/relayer.md 1.8 and 1.9). */
final class LegacyDecryptForms {
    private final Field<List<HandleContractPair>> pairs = handleContractPairs();
    private final Field<BigInteger> start;
    private final Field<Long> days = new Field<>(
            "durationDays",
            Fields.text(
                    NumberRules.DURATION_DAYS, text -> NumberRules.number(text).longValueExact()));
    private final Field<BigInteger> chainId = Fields.chainId("contractsChainId");
    private final Field<List<Address>> contracts =
            new Field<>("contractAddresses", new WholeShape<>(new ListShape<>(Fields.ADDRESS, false)));
    private final Field<Bytes> signature = Fields.hex("signature", HexRules.SIGNATURE_LENGTH, HexRules.BARE_HEX);
    private final Field<Bytes> publicKey = Fields.hex("publicKey", HexRules.atLeast(2), HexRules.BARE_HEX);
    private final Field<Bytes> extraData = Fields.extraData(HexRules.DECRYPT_EXTRA_DATA);

    LegacyDecryptForms(Clock clock) {
        this.start = new Field<>(
                Fields.START_TIMESTAMP, Fields.text(NumberRules.startTimestamp(clock), NumberRules::number));
    }

    ObjectShape<UserDecrypt> direct() {
        Field<Validity> validity = new Field<>(
                "requestValidity",
                new WholeShape<>(
                        ObjectShape.open(List.of(start, days), json -> new Validity(start.in(json), days.in(json)))));
        Field<Address> user = Fields.address(Fields.USER_ADDRESS);
        return ObjectShape.open(
                List.of(pairs, validity, chainId, contracts, user, signature, publicKey, extraData),
                json -> new UserDecrypt(
                        pairs.in(json),
                        validity.in(json).startTimestamp(),
                        validity.in(json).durationDays(),
                        chainId.in(json),
                        contracts.in(json),
                        user.in(json),
                        publicKey.in(json),
                        signature.in(json),
                        extraData.in(json)));
    }

    ObjectShape<DelegatedUserDecrypt> delegated() {
        Field<Address> delegator = Fields.address("delegatorAddress");
        Field<Address> delegate = Fields.address("delegateAddress");
        return ObjectShape.open(
                List.of(pairs, chainId, contracts, delegator, delegate, start, days, signature, publicKey, extraData),
                json -> new DelegatedUserDecrypt(
                        pairs.in(json),
                        start.in(json),
                        days.in(json),
                        chainId.in(json),
                        contracts.in(json),
                        delegator.in(json),
                        delegate.in(json),
                        publicKey.in(json),
                        signature.in(json),
                        extraData.in(json)));
    }

    private static Field<List<HandleContractPair>> handleContractPairs() {
        var handle = Fields.handle("handle");
        Field<Address> contract = Fields.address(Fields.CONTRACT_ADDRESS);
        return new Field<>(
                "handleContractPairs",
                new WholeShape<>(new ListShape<>(
                        ObjectShape.open(
                                List.of(handle, contract),
                                json -> new HandleContractPair(handle.in(json), contract.in(json))),
                        false)));
    }

    /**
     * When a user's permission begins and how long it lasts.
     *
     * @param startTimestamp seconds since the epoch
     */
    private record Validity(BigInteger startTimestamp, long durationDays) {}
}
