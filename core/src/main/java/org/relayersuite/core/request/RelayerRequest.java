package org.relayersuite.core.request;

import java.math.BigInteger;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

/** A valid request of a client. What it holds is what goes into the calldata of its one transaction. */
public sealed interface RelayerRequest {

    RequestKind kind();

    /** Version tag and context as the client gave them; relayed to the contract as they are. */
    Bytes extraData();

    /**
     * Asks the coprocessors to verify a proof of knowledge of an encrypted input.
     *
     * @param contractChainId the host chain of the contract, an unsigned 64-bit number
     * @param ciphertextWithProof the ciphertext with its zero-knowledge proof, opaque here
     */
    record InputProof(
            BigInteger contractChainId,
            Address contractAddress,
            Address userAddress,
            Bytes ciphertextWithProof,
            Bytes extraData)
            implements RelayerRequest {
        @Override
        public RequestKind kind() {
            return RequestKind.INPUT_PROOF;
        }
    }

    /** Asks the KMS nodes for the clear values of handles that the ACL allows for everyone. */
    record PublicDecrypt(List<Handle> handles, Bytes extraData) implements RelayerRequest {
        public PublicDecrypt {
            handles = List.copyOf(handles);
        }

        @Override
        public RequestKind kind() {
            return RequestKind.PUBLIC_DECRYPT;
        }
    }

    /**
     * Asks the KMS nodes to re-encrypt values under a user's own key (the legacy direct form).
     *
     * @param startTimestamp start of the validity window, seconds since the epoch (uint256)
     * @param durationDays length of the validity window, in days (u32)
     * @param contractsChainId the host chain of the contracts, an unsigned 64-bit number
     * @param signature the user's EIP-712 signature over the request, 65 bytes
     */
    record UserDecrypt(
            List<HandleContractPair> pairs,
            BigInteger startTimestamp,
            long durationDays,
            BigInteger contractsChainId,
            List<Address> contractAddresses,
            Address userAddress,
            Bytes publicKey,
            Bytes signature,
            Bytes extraData)
            implements RelayerRequest {
        public UserDecrypt {
            pairs = List.copyOf(pairs);
            contractAddresses = List.copyOf(contractAddresses);
        }

        @Override
        public RequestKind kind() {
            return RequestKind.USER_DECRYPT;
        }
    }

    /** A handle together with the contract through which the user may read it. */
    record HandleContractPair(Handle handle, Address contractAddress) {}
}
