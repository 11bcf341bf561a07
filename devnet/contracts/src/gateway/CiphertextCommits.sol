// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "../shared/Owned.sol";
import {CiphertextMaterial, SnsCiphertextMaterial} from "./GatewayTypes.sol";

/// @notice Which ciphertexts the coprocessors have committed: a handle can be decrypted once its material is here.
/// @dev On the devnet the owner stands for the coprocessors' majority.
contract CiphertextCommits is Owned {
    struct Material {
        bool added;
        uint256 keyId;
        bytes32 ciphertextDigest;
        bytes32 snsCiphertextDigest;
        address[] txSenders;
    }

    mapping(bytes32 handle => Material) private materials;

    event AddCiphertextMaterial(
        bytes32 indexed ctHandle,
        uint256 keyId,
        bytes32 ciphertextDigest,
        bytes32 snsCiphertextDigest,
        address coprocessorTxSender
    );
    event AddCiphertextMaterialConsensus(
        bytes32 indexed ctHandle,
        uint256 keyId,
        bytes32 ciphertextDigest,
        bytes32 snsCiphertextDigest,
        address[] coprocessorTxSenders
    );

    error CiphertextMaterialNotFound(bytes32 ctHandle);
    error CiphertextMaterialAlreadyAdded(bytes32 ctHandle);

    function addCiphertextMaterial(
        bytes32 ctHandle,
        uint256 keyId,
        bytes32 ciphertextDigest,
        bytes32 snsCiphertextDigest,
        address[] calldata coprocessorTxSenders
    ) external onlyOwner {
        if (materials[ctHandle].added) revert CiphertextMaterialAlreadyAdded(ctHandle);
        materials[ctHandle] = Material(true, keyId, ciphertextDigest, snsCiphertextDigest, coprocessorTxSenders);
        for (uint256 i = 0; i < coprocessorTxSenders.length; i++) {
            emit AddCiphertextMaterial(ctHandle, keyId, ciphertextDigest, snsCiphertextDigest, coprocessorTxSenders[i]);
        }
        emit AddCiphertextMaterialConsensus(
            ctHandle, keyId, ciphertextDigest, snsCiphertextDigest, coprocessorTxSenders
        );
    }

    function isCiphertextMaterialAdded(bytes32 ctHandle) external view returns (bool) {
        return materials[ctHandle].added;
    }

    /// @notice Reverts CiphertextMaterialNotFound at the first handle without material.
    function getCiphertextMaterials(bytes32[] calldata ctHandles)
        external
        view
        returns (CiphertextMaterial[] memory found)
    {
        found = new CiphertextMaterial[](ctHandles.length);
        for (uint256 i = 0; i < ctHandles.length; i++) {
            Material storage material = _material(ctHandles[i]);
            found[i] =
                CiphertextMaterial(ctHandles[i], material.keyId, material.ciphertextDigest, material.txSenders);
        }
    }

    /// @notice Reverts CiphertextMaterialNotFound at the first handle without material.
    function getSnsCiphertextMaterials(bytes32[] calldata ctHandles)
        external
        view
        returns (SnsCiphertextMaterial[] memory found)
    {
        found = new SnsCiphertextMaterial[](ctHandles.length);
        for (uint256 i = 0; i < ctHandles.length; i++) {
            Material storage material = _material(ctHandles[i]);
            found[i] =
                SnsCiphertextMaterial(ctHandles[i], material.keyId, material.snsCiphertextDigest, material.txSenders);
        }
    }

    function getVersion() external pure returns (string memory) {
        return "CiphertextCommits v0.15.0";
    }

    function _material(bytes32 ctHandle) private view returns (Material storage material) {
        material = materials[ctHandle];
        if (!material.added) revert CiphertextMaterialNotFound(ctHandle);
    }
}
