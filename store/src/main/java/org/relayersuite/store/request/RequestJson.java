package org.relayersuite.store.request;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.request.RequestKind;

/**
 * The stored form of a request, the column {@code req}: the fields of the HTTP body in one notation (numbers as decimal
 * strings, all hex lower case with {@code 0x}).
 */
public final class RequestJson {
    private static final String EXTRA_DATA = "extraData";
    private static final String CONTRACT_ADDRESS = "contractAddress";
    private static final String USER_ADDRESS = "userAddress";

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
                new JsonObject()
                        .put("handleContractPairs", pairs(decrypt))
                        .put("startTimestamp", decrypt.startTimestamp().toString())
                        .put("durationDays", Long.toString(decrypt.durationDays()))
                        .put("contractsChainId", decrypt.contractsChainId().toString())
                        .put("contractAddresses", texts(decrypt.contractAddresses()))
                        .put(USER_ADDRESS, decrypt.userAddress().toString())
                        .put("publicKey", decrypt.publicKey().toHex())
                        .put("signature", decrypt.signature().toHex());
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
                new UserDecrypt(
                        json.getJsonArray("handleContractPairs").stream()
                                .map(JsonObject.class::cast)
                                .map(pair -> new HandleContractPair(
                                        Handle.of(pair.getString("handle")),
                                        Address.of(pair.getString(CONTRACT_ADDRESS))))
                                .toList(),
                        new BigInteger(json.getString("startTimestamp")),
                        Long.parseLong(json.getString("durationDays")),
                        new BigInteger(json.getString("contractsChainId")),
                        strings(json.getJsonArray("contractAddresses")).stream()
                                .map(Address::of)
                                .toList(),
                        Address.of(json.getString(USER_ADDRESS)),
                        Bytes.fromHex(json.getString("publicKey")),
                        Bytes.fromHex(json.getString("signature")),
                        extraData);
        };
    }

    private static JsonArray pairs(UserDecrypt decrypt) {
        return new JsonArray(decrypt.pairs().stream()
                .map(pair -> new JsonObject()
                        .put("handle", pair.handle().toString())
                        .put(CONTRACT_ADDRESS, pair.contractAddress().toString()))
                .toList());
    }

    private static JsonArray texts(List<?> values) {
        return new JsonArray(values.stream().map(Object::toString).toList());
    }

    private static List<String> strings(JsonArray array) {
        return array.stream().map(String.class::cast).toList();
    }
}
