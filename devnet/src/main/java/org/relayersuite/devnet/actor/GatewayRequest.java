package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

/** A request as its event on the gateway tells it. Its id is unique within the contract that emitted it. */
sealed interface GatewayRequest {
    BigInteger id();

    record PublicDecryption(BigInteger id, List<Handle> handles, Bytes extraData) implements GatewayRequest {}

    /** A user decryption whose signature the contract has checked: legacy direct and legacy delegated. */
    record UserDecryption(BigInteger id, List<Handle> handles, Bytes publicKey, Bytes extraData)
            implements GatewayRequest {}

    /** A user decryption whose signature only the KMS nodes check. */
    record UnifiedUserDecryption(BigInteger id, List<Handle> handles, UnifiedPayload payload)
            implements GatewayRequest {}

    record InputVerification(
            BigInteger id,
            BigInteger contractChainId,
            Address contractAddress,
            Address userAddress,
            Bytes ciphertextWithProof,
            Bytes extraData)
            implements GatewayRequest {}

    /**
     * What the user has signed in a unified request.
     *
     * @param startTimestamp seconds since the epoch
     * @param signature of any length; empty for contract wallets
     */
    record UnifiedPayload(
            Address userAddress,
            Bytes publicKey,
            List<Address> allowedContracts,
            BigInteger startTimestamp,
            BigInteger durationSeconds,
            Bytes extraData,
            Bytes signature) {}
}
