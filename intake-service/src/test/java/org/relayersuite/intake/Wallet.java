package org.relayersuite.intake;

import java.math.BigInteger;
import java.time.Clock;
import java.util.Map;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.validation.Validation.Valid;
import org.relayersuite.intake.endpoint.Endpoint;

/** Accounts of clients, with their keys. */
enum Wallet {
    USER("11"),
    DELEGATE("22");

    /** The gateway's Decryption contract that signatures are for. */
    static final Address DECRYPTION = Address.of("dd".repeat(20));

    private final PrivateKeySigner signer;

    Wallet(String keyByte) {
        this.signer = new PrivateKeySigner(Bytes.fromHex(keyByte.repeat(32)));
    }

    String address() {
        return signer.address().toString();
    }

    /** Signs a body of the endpoint at {@code path} that is valid but for its signature, and returns it signed. */
    Map<String, Object> sign(String path, Map<String, Object> body) {
        Valid valid =
                (Valid) Endpoint.at(path).orElseThrow().form(Clock.systemUTC()).read(body);
        Bytes signature = signer.signDigest(digest(valid.request()));
        body.put(
                "signature", valid.request() instanceof UnifiedUserDecrypt ? signature.toHex() : signature.toBareHex());
        return body;
    }

    private static Hash digest(RelayerRequest request) {
        Eip712Domain domain =
                Eip712Domain.decryption(request.hostChainIds().iterator().next(), DECRYPTION);
        return switch (request) {
            case UserDecrypt decrypt ->
                Eip712Digests.userDecryptRequest(
                        domain,
                        decrypt.publicKey(),
                        decrypt.contractAddresses(),
                        decrypt.startTimestamp(),
                        BigInteger.valueOf(decrypt.durationDays()),
                        decrypt.extraData());
            case DelegatedUserDecrypt decrypt ->
                Eip712Digests.delegatedUserDecryptRequest(
                        domain,
                        decrypt.publicKey(),
                        decrypt.contractAddresses(),
                        decrypt.delegatorAddress(),
                        decrypt.startTimestamp(),
                        BigInteger.valueOf(decrypt.durationDays()),
                        decrypt.extraData());
            case UnifiedUserDecrypt decrypt ->
                Eip712Digests.unifiedUserDecryptRequest(
                        domain,
                        decrypt.userAddress(),
                        decrypt.publicKey(),
                        decrypt.allowedContracts(),
                        decrypt.startTimestamp(),
                        decrypt.durationSeconds(),
                        decrypt.extraData());
            case InputProof _, PublicDecrypt _ -> throw new IllegalArgumentException("nobody signs this");
        };
    }
}
