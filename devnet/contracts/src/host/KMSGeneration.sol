// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "../shared/Owned.sol";

/// @notice Which FHE public key and which CRS are in use. Ids carry their type in the first byte: 0x04 key, 0x05 CRS.
contract KMSGeneration is Owned {
    struct KeyDigest {
        uint8 keyType;
        bytes digest;
    }

    uint256 private constant KEY_BASE = uint256(0x04) << 248;
    uint256 private constant CRS_BASE = uint256(0x05) << 248;

    uint256 private keyCounter;
    uint256 private crsCounter;
    mapping(uint256 keyId => string[]) private keyUrls;
    mapping(uint256 keyId => KeyDigest[]) private keyDigests;
    mapping(uint256 crsId => string[]) private crsUrls;
    mapping(uint256 crsId => bytes) private crsDigests;

    event ActivateKey(uint256 indexed keyId, string[] storageUrls, KeyDigest[] keyDigests);
    event ActivateCrs(uint256 indexed crsId, string[] storageUrls, bytes crsDigest);

    error KeyNotGenerated(uint256 keyId);
    error CrsNotGenerated(uint256 crsId);

    /// @notice Adds a key and makes it the active one.
    function activateKey(string[] calldata storageUrls, KeyDigest[] calldata digests) external onlyOwner {
        uint256 keyId = KEY_BASE + ++keyCounter;
        _store(storageUrls, keyUrls[keyId]);
        for (uint256 i = 0; i < digests.length; i++) {
            keyDigests[keyId].push(digests[i]);
        }
        emit ActivateKey(keyId, storageUrls, digests);
    }

    /// @notice Adds a CRS and makes it the active one.
    function activateCrs(string[] calldata storageUrls, bytes calldata digest) external onlyOwner {
        uint256 crsId = CRS_BASE + ++crsCounter;
        _store(storageUrls, crsUrls[crsId]);
        crsDigests[crsId] = digest;
        emit ActivateCrs(crsId, storageUrls, digest);
    }

    /// @return the active key's id, or 0 when there is no key yet
    function getActiveKeyId() external view returns (uint256) {
        return keyCounter == 0 ? 0 : KEY_BASE + keyCounter;
    }

    /// @return the active CRS's id, or 0 when there is no CRS yet
    function getActiveCrsId() external view returns (uint256) {
        return crsCounter == 0 ? 0 : CRS_BASE + crsCounter;
    }

    function getKeyMaterials(uint256 keyId) external view returns (string[] memory, KeyDigest[] memory) {
        if (keyId <= KEY_BASE || keyId > KEY_BASE + keyCounter) revert KeyNotGenerated(keyId);
        return (keyUrls[keyId], keyDigests[keyId]);
    }

    function getCrsMaterials(uint256 crsId) external view returns (string[] memory, bytes memory) {
        if (crsId <= CRS_BASE || crsId > CRS_BASE + crsCounter) revert CrsNotGenerated(crsId);
        return (crsUrls[crsId], crsDigests[crsId]);
    }

    function _store(string[] calldata urls, string[] storage target) private {
        for (uint256 i = 0; i < urls.length; i++) {
            target.push(urls[i]);
        }
    }
}
