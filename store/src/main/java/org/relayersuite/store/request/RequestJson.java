package org.relayersuite.store.request;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.LegacyDecrypt;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.SignedDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.request.RequestKind;

/**
 * The stored form of a request, the column {@code req}: the fields of the HTTP body in one notation (numbers as decimal
 * strings, all hex lower case with {@code 0x}), nested objects laid flat.
 */
public final class RequestJson {
    private static final String EXTRA_DATA = "extraData";
    private static final String CONTRACT_ADDRESS = "contractAddress";
    private static final String USER_ADDRESS = "userAddress";
    private static final String DELEGATOR_ADDRESS = "delegatorAddress";
    private static final String DELEGATE_ADDRESS = "delegateAddress";
    private static final String OWNER_ADDRESS = "ownerAddress";
    private static final String START_TIMESTAMP = "startTimestamp";
    private static final String PUBLIC_KEY = "publicKey";
    private static final String SIGNATURE = "signature";

    /** Tells the forms of user decrypt apart; the column {@code req_type} follows it. */
    private static final String TYPE = "type";

    private static final String DIRECT = "user_decrypt";
    private static final String DELEGATED = "delegated_user_decrypt";
    private static final String UNIFIED = "unified";

    private RequestJson() {}

    public static JsonObject encode(RelayerRequest request) {
        JsonObject json = switch (request) {
            case InputProof proof ->
                new JsonObject()
                        .put("contractChainId", proof.contractChainId().toString())
                        .put(CONTRACT_ADDRESS, proof.contractAddress().toString())
                        .put(USER_ADDRESS, proof.userAddress().toString())
                        .put(
                                "ciphertextWithInputVerification",
                                proof.ciphertextWithProof().toHex());
            case PublicDecrypt decrypt -> new JsonObject().put("ciphertextHandles", texts(decrypt.handles()));
            case UserDecrypt decrypt ->
                legacy(DIRECT, decrypt).put(USER_ADDRESS, decrypt.userAddress().toString());
            case DelegatedUserDecrypt decrypt ->
                legacy(DELEGATED, decrypt)
                        .put(DELEGATOR_ADDRESS, decrypt.delegatorAddress().toString())
                        .put(DELEGATE_ADDRESS, decrypt.delegateAddress().toString());
            case UnifiedUserDecrypt decrypt ->
                signed(UNIFIED, decrypt)
                        .put("handles", entries(decrypt))
                        .put(USER_ADDRESS, decrypt.userAddress().toString())
                        .put("allowedContracts", texts(decrypt.allowedContracts()))
                        .put("durationSeconds", decrypt.durationSeconds().toString());
        };
        return json.put(EXTRA_DATA, request.extraData().toHex());
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException when {@code json} was not written by it
     */
    public static RelayerRequest decode(RequestKind kind, JsonObject json) {
        Bytes extraData = Bytes.fromHex(json.getString(EXTRA_DATA));
        return switch (kind) {
            case INPUT_PROOF ->
                new InputProof(
                        new BigInteger(json.getString("contractChainId")),
                        Address.of(json.getString(CONTRACT_ADDRESS)),
                        Address.of(json.getString(USER_ADDRESS)),
                        Bytes.fromHex(json.getString("ciphertextWithInputVerification")),
                        extraData);
            case PUBLIC_DECRYPT ->
                new PublicDecrypt(
                        strings(json.getJsonArray("ciphertextHandles")).stream()
                                .map(Handle::of)
                                .toList(),
                        extraData);
            case USER_DECRYPT ->
                // Rows from before the other forms were known have no type.
                switch (json.getString(TYPE, DIRECT)) {
                    case DIRECT -> direct(json, extraData);
                    case DELEGATED -> delegated(json, extraData);
                    case UNIFIED -> unified(json, extraData);
                    default -> throw new IllegalArgumentException("unknown type of user decrypt");
                };
        };
    }

    private static JsonObject signed(String type, SignedDecrypt decrypt) {
        return new JsonObject()
                .put(TYPE, type)
                .put(START_TIMESTAMP, decrypt.startTimestamp().toString())
                .put(PUBLIC_KEY, decrypt.publicKey().toHex())
                .put(SIGNATURE, decrypt.signature().toHex());
    }

    private static JsonObject legacy(String type, LegacyDecrypt decrypt) {
        return signed(type, decrypt)
                .put("handleContractPairs", pairs(decrypt))
                .put("durationDays", Long.toString(decrypt.durationDays()))
                .put("contractsChainId", decrypt.contractsChainId().toString())
                .put("contractAddresses", texts(decrypt.contractAddresses()));
    }

    private static UserDecrypt direct(JsonObject json, Bytes extraData) {
        return new UserDecrypt(
                pairs(json),
                new BigInteger(json.getString(START_TIMESTAMP)),
                Long.parseLong(json.getString("durationDays")),
                new BigInteger(json.getString("contractsChainId")),
                addresses(json, "contractAddresses"),
                Address.of(json.getString(USER_ADDRESS)),
                Bytes.fromHex(json.getString(PUBLIC_KEY)),
                Bytes.fromHex(json.getString(SIGNATURE)),
                extraData);
    }

    private static DelegatedUserDecrypt delegated(JsonObject json, Bytes extraData) {
        return new DelegatedUserDecrypt(
                pairs(json),
                new BigInteger(json.getString(START_TIMESTAMP)),
                Long.parseLong(json.getString("durationDays")),
                new BigInteger(json.getString("contractsChainId")),
                addresses(json, "contractAddresses"),
                Address.of(json.getString(DELEGATOR_ADDRESS)),
                Address.of(json.getString(DELEGATE_ADDRESS)),
                Bytes.fromHex(json.getString(PUBLIC_KEY)),
                Bytes.fromHex(json.getString(SIGNATURE)),
                extraData);
    }

    private static UnifiedUserDecrypt unified(JsonObject json, Bytes extraData) {
        return new UnifiedUserDecrypt(
                json.getJsonArray("handles").stream()
                        .map(JsonObject.class::cast)
                        .map(entry -> new HandleEntry(
                                Handle.of(entry.getString("ctHandle")),
                                Address.of(entry.getString(CONTRACT_ADDRESS)),
                                Address.of(entry.getString(OWNER_ADDRESS))))
                        .toList(),
                Address.of(json.getString(USER_ADDRESS)),
                addresses(json, "allowedContracts"),
                new BigInteger(json.getString(START_TIMESTAMP)),
                new BigInteger(json.getString("durationSeconds")),
                Bytes.fromHex(json.getString(PUBLIC_KEY)),
                Bytes.fromHex(json.getString(SIGNATURE)),
                extraData);
    }

    private static JsonArray pairs(LegacyDecrypt decrypt) {
        return new JsonArray(decrypt.pairs().stream()
                .map(pair -> new JsonObject()
                        .put("handle", pair.handle().toString())
                        .put(CONTRACT_ADDRESS, pair.contractAddress().toString()))
                .toList());
    }

    private static List<HandleContractPair> pairs(JsonObject json) {
        return json.getJsonArray("handleContractPairs").stream()
                .map(JsonObject.class::cast)
                .map(pair -> new HandleContractPair(
                        Handle.of(pair.getString("handle")), Address.of(pair.getString(CONTRACT_ADDRESS))))
                .toList();
    }

    private static JsonArray entries(UnifiedUserDecrypt decrypt) {
        return new JsonArray(decrypt.entries().stream()
                .map(entry -> new JsonObject()
                        .put("ctHandle", entry.handle().toString())
                        .put(CONTRACT_ADDRESS, entry.contractAddress().toString())
                        .put(OWNER_ADDRESS, entry.ownerAddress().toString()))
                .toList());
    }

    private static List<Address> addresses(JsonObject json, String key) {
        return strings(json.getJsonArray(key)).stream().map(Address::of).toList();
    }

    private static JsonArray texts(List<?> values) {
        return new JsonArray(values.stream().map(Object::toString).toList());
    }

    private static List<String> strings(JsonArray array) {
        return array.stream().map(String.class::cast).toList();
    }
}
