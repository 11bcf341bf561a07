package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;

/** The unified form of user decrypt (spec/relayer.md 1.10): an envelope with the payload that the user signed. */
final class UnifiedDecryptForm {
    private static final String ATTESTATION_TYPE = "eip712-unified-user-decrypt-v1";
    private static final String VERSION = "2.0";
    private static final String TYPE = "user_decryption";

    private final Clock clock;

    UnifiedDecryptForm(Clock clock) {
        this.clock = clock;
    }

    ObjectShape<UnifiedUserDecrypt> envelope() {
        Field<String> attestationType = constant("attestationType", ATTESTATION_TYPE);
        Field<Unsigned> payload = new Field<>("attestedPayload", payload());
        Field<Bytes> signature = new Field<>("signature", Fields.text(HexRules.PREFIXED_HEX_OR_EMPTY, Bytes::fromHex));
        return ObjectShape.closed(
                List.of(attestationType, payload, signature),
                json -> payload.in(json).signedWith(signature.in(json)));
    }

    private Shape<Unsigned> payload() {
        Field<String> version = constant("version", VERSION);
        Field<String> type = constant("type", TYPE);
        Field<List<HandleEntry>> handles = new Field<>("handles", new ListShape<>(handleEntry(), false));
        Field<Address> user = Fields.address(Fields.USER_ADDRESS);
        Field<List<Address>> allowedContracts = new Field<>("allowedContracts", new ListShape<>(Fields.ADDRESS, true));
        Field<Validity> validity = new Field<>("requestValidity", validity());
        Field<Bytes> publicKey = Fields.hex("publicKey", HexRules.atLeast(4), HexRules.PREFIXED_HEX);
        Field<Bytes> extraData = Fields.extraData(HexRules.DECRYPT_EXTRA_DATA);
        return ObjectShape.closed(
                List.of(version, type, handles, user, allowedContracts, validity, publicKey, extraData),
                json -> signature -> new UnifiedUserDecrypt(
                        handles.in(json),
                        user.in(json),
                        allowedContracts.in(json),
                        validity.in(json).startTimestamp(),
                        validity.in(json).durationSeconds(),
                        publicKey.in(json),
                        signature,
                        extraData.in(json)));
    }

    private static Shape<HandleEntry> handleEntry() {
        Field<Handle> handle = Fields.handle("ctHandle");
        Field<Address> contract = Fields.address(Fields.CONTRACT_ADDRESS);
        Field<Address> owner = Fields.address("ownerAddress");
        return ObjectShape.open(
                List.of(handle, contract, owner),
                json -> new HandleEntry(handle.in(json), contract.in(json), owner.in(json)));
    }

    private Shape<Validity> validity() {
        Field<BigInteger> start = new Field<>(
                Fields.START_TIMESTAMP, Fields.text(NumberRules.startTimestampDecimal(clock), NumberRules::number));
        Field<BigInteger> duration =
                new Field<>("durationSeconds", Fields.text(NumberRules.U64_DECIMAL, NumberRules::number));
        return ObjectShape.open(List.of(start, duration), json -> new Validity(start.in(json), duration.in(json)))
                .with(Rule.of(
                        validity -> validity.end().compareTo(NumberRules.now(clock)) > 0,
                        "Must not have ended: startTimestamp plus durationSeconds must be in the future"));
    }

    private static Field<String> constant(String name, String value) {
        return new Field<>(name, Fields.text(Rule.of(value::equals, "Must be " + value), Function.identity()));
    }

    /** The payload's meaning: a request that lacks only its signature, which stands beside it. */
    private interface Unsigned {
        UnifiedUserDecrypt signedWith(Bytes signature);
    }

    /**
     * When a user's permission begins and how long it lasts.
     *
     * @param startTimestamp seconds since the epoch
     */
    private record Validity(BigInteger startTimestamp, BigInteger durationSeconds) {
        BigInteger end() {
            return startTimestamp.add(durationSeconds);
        }
    }
}
