// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Eip712} from "../shared/Eip712.sol";
import {ContractsInfo, DelegationAccounts, RequestValidity} from "./GatewayTypes.sol";

/// @notice EIP-712 digests of decryption requests and responses.
/// @dev Users sign under the host chain's id, KMS nodes under the gateway's. Arrays are hashed as the concatenation of
/// their elements padded to 32 bytes, which is what abi.encodePacked makes of an array.
abstract contract DecryptionHashes {
    string private constant DOMAIN_NAME = "Decryption";

    bytes32 private constant USER_REQUEST_TYPE_HASH = keccak256(
        "UserDecryptRequestVerification(bytes publicKey,address[] contractAddresses,uint256 startTimestamp,uint256 durationDays,bytes extraData)"
    );
    bytes32 private constant DELEGATED_REQUEST_TYPE_HASH = keccak256(
        "DelegatedUserDecryptRequestVerification(bytes publicKey,address[] contractAddresses,address delegatorAddress,uint256 startTimestamp,uint256 durationDays,bytes extraData)"
    );
    bytes32 private constant PUBLIC_RESPONSE_TYPE_HASH =
        keccak256("PublicDecryptVerification(bytes32[] ctHandles,bytes decryptedResult,bytes extraData)");
    bytes32 private constant USER_RESPONSE_TYPE_HASH = keccak256(
        "UserDecryptResponseVerification(bytes publicKey,bytes32[] ctHandles,bytes userDecryptedShare,bytes extraData)"
    );

    function _userRequestDigest(
        bytes calldata publicKey,
        ContractsInfo calldata contractsInfo,
        RequestValidity calldata validity,
        bytes calldata extraData
    ) internal view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                USER_REQUEST_TYPE_HASH,
                keccak256(publicKey),
                keccak256(abi.encodePacked(contractsInfo.addresses)),
                validity.startTimestamp,
                validity.durationDays,
                keccak256(extraData)
            )
        );
        return Eip712.digest(DOMAIN_NAME, contractsInfo.chainId, address(this), structHash);
    }

    function _delegatedRequestDigest(
        bytes calldata publicKey,
        ContractsInfo calldata contractsInfo,
        DelegationAccounts calldata delegationAccounts,
        RequestValidity calldata validity,
        bytes calldata extraData
    ) internal view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                DELEGATED_REQUEST_TYPE_HASH,
                keccak256(publicKey),
                keccak256(abi.encodePacked(contractsInfo.addresses)),
                delegationAccounts.delegatorAddress,
                validity.startTimestamp,
                validity.durationDays,
                keccak256(extraData)
            )
        );
        return Eip712.digest(DOMAIN_NAME, contractsInfo.chainId, address(this), structHash);
    }

    function _publicResponseDigest(
        bytes32[] memory ctHandles,
        bytes calldata decryptedResult,
        bytes calldata extraData
    ) internal view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                PUBLIC_RESPONSE_TYPE_HASH,
                keccak256(abi.encodePacked(ctHandles)),
                keccak256(decryptedResult),
                keccak256(extraData)
            )
        );
        return Eip712.digest(DOMAIN_NAME, block.chainid, address(this), structHash);
    }

    function _userResponseDigest(
        bytes memory publicKey,
        bytes32[] memory ctHandles,
        bytes calldata userDecryptedShare,
        bytes calldata extraData
    ) internal view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                USER_RESPONSE_TYPE_HASH,
                keccak256(publicKey),
                keccak256(abi.encodePacked(ctHandles)),
                keccak256(userDecryptedShare),
                keccak256(extraData)
            )
        );
        return Eip712.digest(DOMAIN_NAME, block.chainid, address(this), structHash);
    }
}
