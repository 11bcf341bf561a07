package org.relayersuite.intake;

import java.math.BigInteger;
import java.time.Clock;
import java.util.Map;
import org.relayersuite.chain.eip712.DecryptRequestDigest;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.request.RelayerRequest.SignedDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
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
        SignedDecrypt request = (SignedDecrypt) valid.request();
        BigInteger chainId = request.hostChainIds().iterator().next();
        Bytes signature = signer.signDigest(DecryptRequestDigest.of(request, chainId, DECRYPTION));
        body.put("signature", request instanceof UnifiedUserDecrypt ? signature.toHex() : signature.toBareHex());
        return body;
    }
}
