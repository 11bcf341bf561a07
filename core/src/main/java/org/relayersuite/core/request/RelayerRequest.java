package org.relayersuite.core.request;

import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

/** A valid request of a client. What it holds is what goes into the calldata of its one transaction. */
public sealed interface RelayerRequest {

    RequestKind kind();

    /** Version tag and context as the client gave them; relayed to the contract as they are. */
    Bytes extraData();

    /** The ciphertexts to decrypt, in the order of the request; none where nothing is to be decrypted. */
    List<Handle> handles();

    /** The host chains that the handles live on, each once, in the order of the handles: unsigned 64-bit numbers. */
    default Set<BigInteger> hostChainIds() {
        return handles().stream().map(Handle::chainId).collect(Collectors.toCollection(LinkedHashSet::new));
    }

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

        @Override
        public List<Handle> handles() {
            return List.of();
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

    /** Asks the KMS nodes to re-encrypt values under a key of the account that signed the request. */
    sealed interface SignedDecrypt extends RelayerRequest {

        @Override
        default RequestKind kind() {
            return RequestKind.USER_DECRYPT;
        }

        /** The account whose EIP-712 signature makes the request valid. */
        Address signer();

        /** What {@link #signer} signed with: 65 bytes from an account with a key, anything from a contract wallet. */
        Bytes signature();

        /** The key under which the values are re-encrypted, opaque here. */
        Bytes publicKey();

        /** Start of the validity window, seconds since the epoch. */
        BigInteger startTimestamp();
    }

    /** The forms in which all handles are of one owner, and the contracts are listed next to the handles. */
    sealed interface LegacyDecrypt extends SignedDecrypt {

        List<HandleContractPair> pairs();

        /** Length of the validity window, in days (u32). */
        long durationDays();

        /** The host chain of the contracts, an unsigned 64-bit number. */
        BigInteger contractsChainId();

        List<Address> contractAddresses();

        /** The account whose access to the handles is used. */
        Address owner();

        @Override
        default List<Handle> handles() {
            return pairs().stream().map(HandleContractPair::handle).toList();
        }
    }

    /**
     * The legacy direct form: a user asks for values of their own.
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
            implements LegacyDecrypt {
        public UserDecrypt {
            pairs = List.copyOf(pairs);
            contractAddresses = List.copyOf(contractAddresses);
        }

        @Override
        public Address owner() {
            return userAddress;
        }

        @Override
        public Address signer() {
            return userAddress;
        }
    }

    /**
     * The legacy delegated form: a delegate asks for values of the delegator, who allowed it on the host chain.
     *
     * @param startTimestamp start of the validity window, seconds since the epoch (uint256)
     * @param durationDays length of the validity window, in days (u32)
     * @param contractsChainId the host chain of the contracts, an unsigned 64-bit number
     * @param delegatorAddress whose values they are
     * @param delegateAddress who asks, and gets the values
     * @param signature the delegate's EIP-712 signature over the request, 65 bytes
     */
    record DelegatedUserDecrypt(
            List<HandleContractPair> pairs,
            BigInteger startTimestamp,
            long durationDays,
            BigInteger contractsChainId,
            List<Address> contractAddresses,
            Address delegatorAddress,
            Address delegateAddress,
            Bytes publicKey,
            Bytes signature,
            Bytes extraData)
            implements LegacyDecrypt {
        public DelegatedUserDecrypt {
            pairs = List.copyOf(pairs);
            contractAddresses = List.copyOf(contractAddresses);
        }

        @Override
        public Address owner() {
            return delegatorAddress;
        }

        @Override
        public Address signer() {
            return delegateAddress;
        }
    }

    /**
     * The unified form: handles of the user and handles delegated to the user in one request.
     *
     * @param allowedContracts the contracts that the user restricts the request to; empty for no restriction
     * @param startTimestamp start of the validity window, seconds since the epoch (u64)
     * @param durationSeconds length of the validity window, in seconds (u64)
     * @param signature the user's EIP-712 signature; may have any length, even none, when the user is a contract wallet
     */
    record UnifiedUserDecrypt(
            List<HandleEntry> entries,
            Address userAddress,
            List<Address> allowedContracts,
            BigInteger startTimestamp,
            BigInteger durationSeconds,
            Bytes publicKey,
            Bytes signature,
            Bytes extraData)
            implements SignedDecrypt {
        public UnifiedUserDecrypt {
            entries = List.copyOf(entries);
            allowedContracts = List.copyOf(allowedContracts);
        }

        @Override
        public List<Handle> handles() {
            return entries.stream().map(HandleEntry::handle).toList();
        }

        @Override
        public Address signer() {
            return userAddress;
        }

        /** Whether the user asks for {@code entry} by the access of another account, which must have delegated it. */
        public boolean isDelegated(HandleEntry entry) {
            return !entry.ownerAddress().equals(userAddress);
        }
    }

    /** A handle together with the contract through which its owner may read it. */
    record HandleContractPair(Handle handle, Address contractAddress) {}

    /**
     * A handle of the unified form.
     *
     * @param contractAddress the contract through which the owner may read it
     * @param ownerAddress the account whose access is used: the user, or a delegator of the user
     */
    record HandleEntry(Handle handle, Address contractAddress, Address ownerAddress) {}
}
