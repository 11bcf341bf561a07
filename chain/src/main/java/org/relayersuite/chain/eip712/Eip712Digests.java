package org.relayersuite.chain.eip712;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.List;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;

/**
 * The digests that are signed around a request (spec/relayer.md 3.8): by users over decrypt requests, by KMS nodes over
 * decrypt answers, by coprocessors over input proofs. Each is keccak256(0x1901, domain separator, hashStruct).
 */
public final class Eip712Digests {
    static final String USER_DECRYPT_REQUEST = "UserDecryptRequestVerification(bytes publicKey,"
            + "address[] contractAddresses,uint256 startTimestamp,uint256 durationDays,bytes extraData)";
    static final String DELEGATED_USER_DECRYPT_REQUEST = "DelegatedUserDecryptRequestVerification(bytes publicKey,"
            + "address[] contractAddresses,address delegatorAddress,uint256 startTimestamp,uint256 durationDays,"
            + "bytes extraData)";
    static final String UNIFIED_USER_DECRYPT_REQUEST = "UserDecryptRequestVerification(address userAddress,"
            + "bytes publicKey,address[] allowedContracts,uint256 startTimestamp,uint256 durationSeconds,"
            + "bytes extraData)";
    static final String PUBLIC_DECRYPT_RESPONSE =
            "PublicDecryptVerification(bytes32[] ctHandles,bytes decryptedResult,bytes extraData)";
    static final String USER_DECRYPT_RESPONSE = "UserDecryptResponseVerification(bytes publicKey,bytes32[] ctHandles,"
            + "bytes userDecryptedShare,bytes extraData)";
    static final String CIPHERTEXT_VERIFICATION = "CiphertextVerification(bytes32[] ctHandles,address userAddress,"
            + "address contractAddress,uint256 contractChainId,bytes extraData)";

    private static final byte[] PREFIX = {0x19, 0x01};

    private Eip712Digests() {}

    /**
     * What a user signs to ask for a decryption (legacy direct form).
     *
     * @param domain {@link Eip712Domain#decryption} with the host chain's id
     * @param startTimestamp seconds since the epoch
     */
    public static Hash userDecryptRequest(
            Eip712Domain domain,
            Bytes publicKey,
            List<Address> contractAddresses,
            BigInteger startTimestamp,
            BigInteger durationDays,
            Bytes extraData) {
        return digest(
                domain,
                new StructHash(USER_DECRYPT_REQUEST)
                        .bytes(publicKey)
                        .addresses(contractAddresses)
                        .uint(startTimestamp)
                        .uint(durationDays)
                        .bytes(extraData));
    }

    /**
     * What a delegate signs to ask for a decryption on behalf of {@code delegator} (legacy delegated form).
     *
     * @param domain {@link Eip712Domain#decryption} with the host chain's id
     * @param startTimestamp seconds since the epoch
     */
    public static Hash delegatedUserDecryptRequest(
            Eip712Domain domain,
            Bytes publicKey,
            List<Address> contractAddresses,
            Address delegator,
            BigInteger startTimestamp,
            BigInteger durationDays,
            Bytes extraData) {
        return digest(
                domain,
                new StructHash(DELEGATED_USER_DECRYPT_REQUEST)
                        .bytes(publicKey)
                        .addresses(contractAddresses)
                        .address(delegator)
                        .uint(startTimestamp)
                        .uint(durationDays)
                        .bytes(extraData));
    }

    /**
     * What a user signs to ask for a decryption (unified form, direct and delegated handles mixed).
     *
     * @param domain {@link Eip712Domain#decryption} with the host chain's id
     * @param allowedContracts may be empty
     * @param startTimestamp seconds since the epoch
     */
    public static Hash unifiedUserDecryptRequest(
            Eip712Domain domain,
            Address userAddress,
            Bytes publicKey,
            List<Address> allowedContracts,
            BigInteger startTimestamp,
            BigInteger durationSeconds,
            Bytes extraData) {
        return digest(
                domain,
                new StructHash(UNIFIED_USER_DECRYPT_REQUEST)
                        .address(userAddress)
                        .bytes(publicKey)
                        .addresses(allowedContracts)
                        .uint(startTimestamp)
                        .uint(durationSeconds)
                        .bytes(extraData));
    }

    /**
     * What a KMS node signs over the clear values of a public decryption.
     *
     * @param domain {@link Eip712Domain#decryption} with the gateway chain's id
     */
    public static Hash publicDecryptResponse(
            Eip712Domain domain, List<Handle> handles, Bytes decryptedResult, Bytes extraData) {
        return digest(
                domain,
                new StructHash(PUBLIC_DECRYPT_RESPONSE)
                        .handles(handles)
                        .bytes(decryptedResult)
                        .bytes(extraData));
    }

    /**
     * What a KMS node signs over its share of a user decryption.
     *
     * @param domain {@link Eip712Domain#decryption} with the gateway chain's id
     * @param publicKey the one of the request
     */
    public static Hash userDecryptResponse(
            Eip712Domain domain, Bytes publicKey, List<Handle> handles, Bytes share, Bytes extraData) {
        return digest(
                domain,
                new StructHash(USER_DECRYPT_RESPONSE)
                        .bytes(publicKey)
                        .handles(handles)
                        .bytes(share)
                        .bytes(extraData));
    }

    /**
     * What a coprocessor signs over an input proof that it accepts.
     *
     * @param domain {@link Eip712Domain#inputVerification}
     * @param contractChainId the host chain of the contract
     */
    public static Hash ciphertextVerification(
            Eip712Domain domain,
            List<Handle> handles,
            Address userAddress,
            Address contractAddress,
            BigInteger contractChainId,
            Bytes extraData) {
        return digest(
                domain,
                new StructHash(CIPHERTEXT_VERIFICATION)
                        .handles(handles)
                        .address(userAddress)
                        .address(contractAddress)
                        .uint(contractChainId)
                        .bytes(extraData));
    }

    private static Hash digest(Eip712Domain domain, StructHash struct) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(PREFIX);
        message.writeBytes(domain.separator().value().toArray());
        message.writeBytes(struct.toHash().value().toArray());
        return Keccak.hash(message.toByteArray());
    }
}
