package org.relayersuite.chain.eip712;

import java.math.BigInteger;
import org.relayersuite.core.Address;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.SignedDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;

/** What the signer of a user decryption has signed (spec/relayer.md 3.8). */
public final class DecryptRequestDigest {
    private DecryptRequestDigest() {}

    /**
     * The EIP-712 digest of {@code request}, by its form.
     *
     * @param hostChainId the chain that the signature is for: that of the ciphertexts, not the gateway's
     * @param decryption the Decryption contract on the gateway chain
     */
    public static Hash of(SignedDecrypt request, BigInteger hostChainId, Address decryption) {
        Eip712Domain domain = Eip712Domain.decryption(hostChainId, decryption);
        return switch (request) {
            case UserDecrypt direct ->
                Eip712Digests.userDecryptRequest(
                        domain,
                        direct.publicKey(),
                        direct.contractAddresses(),
                        direct.startTimestamp(),
                        BigInteger.valueOf(direct.durationDays()),
                        direct.extraData());
            case DelegatedUserDecrypt delegated ->
                Eip712Digests.delegatedUserDecryptRequest(
                        domain,
                        delegated.publicKey(),
                        delegated.contractAddresses(),
                        delegated.delegatorAddress(),
                        delegated.startTimestamp(),
                        BigInteger.valueOf(delegated.durationDays()),
                        delegated.extraData());
            case UnifiedUserDecrypt unified ->
                Eip712Digests.unifiedUserDecryptRequest(
                        domain,
                        unified.userAddress(),
                        unified.publicKey(),
                        unified.allowedContracts(),
                        unified.startTimestamp(),
                        unified.durationSeconds(),
                        unified.extraData());
        };
    }
}
