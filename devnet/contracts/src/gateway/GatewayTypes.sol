// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A node of the KMS: it answers from txSender and signs with signer.
struct KmsNode {
    address txSender;
    address signer;
    string ipAddress;
    string storageUrl;
}

/// A host chain whose ciphertexts the gateway serves.
struct HostChain {
    uint256 chainId;
    address fhevmExecutor;
    address acl;
    string name;
    string website;
}

/// What the coprocessors committed for a handle, as needed to compute on it.
struct CiphertextMaterial {
    bytes32 ctHandle;
    uint256 keyId;
    bytes32 ciphertextDigest;
    address[] coprocessorTxSenders;
}

/// What the coprocessors committed for a handle, as needed to decrypt it (the squashed-noise ciphertext).
struct SnsCiphertextMaterial {
    bytes32 ctHandle;
    uint256 keyId;
    bytes32 snsCiphertextDigest;
    address[] coprocessorTxSenders;
}

/// A handle and the contract through which the user may read it.
struct CtHandleContractPair {
    bytes32 ctHandle;
    address contractAddress;
}

/// A handle of a unified request: owner equal to the user is direct access, any other owner is the delegator.
struct HandleEntry {
    bytes32 handle;
    address contractAddress;
    address ownerAddress;
}

/// Validity window of a legacy request.
struct RequestValidity {
    uint256 startTimestamp;
    uint256 durationDays;
}

/// Validity window of a unified request.
struct RequestValiditySeconds {
    uint256 startTimestamp;
    uint256 durationSeconds;
}

/// The host chain and the contracts that a legacy request names.
struct ContractsInfo {
    uint256 chainId;
    address[] addresses;
}

struct DelegationAccounts {
    address delegatorAddress;
    address delegateAddress;
}

/// What a unified request carries besides its handles.
struct UserDecryptionPayload {
    address userAddress;
    bytes publicKey;
    address[] allowedContracts;
    RequestValiditySeconds requestValidity;
    bytes extraData;
    bytes signature;
}
