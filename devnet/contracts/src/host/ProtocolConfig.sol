// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "../shared/Owned.sol";

/// @notice The KMS contexts as the host chain knows them: nodes, where they publish their keys, and thresholds.
/// @dev The nodes of a context are kept as an event; its anchor tells in which block to look for it.
contract ProtocolConfig is Owned {
    struct KmsNodeParams {
        address txSender;
        address signer;
        string ipAddress;
        string storageUrl;
        int32 partyId;
        string mpcIdentity;
        bytes caCert;
        string storagePrefix;
    }

    struct KmsThresholds {
        uint256 publicDecryption;
        uint256 userDecryption;
        uint256 kmsGeneration;
        uint256 mpc;
    }

    struct PcrValues {
        bytes pcr0;
        bytes pcr1;
        bytes pcr2;
    }

    struct Anchor {
        uint256 emissionBlock;
        bytes32 infoHash;
    }

    uint256 private constant EPOCH_BASE = uint256(0x08) << 248;

    uint256 private currentContextId;
    uint256 private epochCounter;
    mapping(uint256 contextId => KmsThresholds) private thresholds;
    mapping(uint256 contextId => Anchor) private anchors;

    event NewKmsContext(
        uint256 indexed contextId,
        uint256 indexed previousContextId,
        KmsNodeParams[] kmsNodes,
        KmsThresholds thresholds,
        string softwareVersion,
        PcrValues[] pcrValues
    );

    error InvalidKmsContext(uint256 contextId);

    /// @notice Makes a context the current one. Its id is the one that the gateway's GatewayConfig gave it.
    function newKmsContext(
        uint256 contextId,
        KmsNodeParams[] calldata kmsNodes,
        KmsThresholds calldata kmsThresholds,
        string calldata softwareVersion,
        PcrValues[] calldata pcrValues
    ) external onlyOwner {
        if (contextId == 0 || anchors[contextId].emissionBlock != 0) revert InvalidKmsContext(contextId);
        uint256 previousContextId = currentContextId;
        currentContextId = contextId;
        epochCounter++;
        thresholds[contextId] = kmsThresholds;
        anchors[contextId] =
            Anchor(block.number, keccak256(abi.encode(kmsNodes, kmsThresholds, softwareVersion, pcrValues)));
        emit NewKmsContext(contextId, previousContextId, kmsNodes, kmsThresholds, softwareVersion, pcrValues);
    }

    function getCurrentKmsContextAndEpoch() external view returns (uint256 contextId, uint256 epochId) {
        return (currentContextId, EPOCH_BASE + epochCounter);
    }

    /// @return emissionBlock the block that holds the context's NewKmsContext event
    /// @return infoHash keccak256 of the ABI encoding of what the event carries besides the ids
    function getKmsContextAnchor(uint256 contextId) external view returns (uint256 emissionBlock, bytes32 infoHash) {
        Anchor storage anchor = _anchor(contextId);
        return (anchor.emissionBlock, anchor.infoHash);
    }

    function getUserDecryptionThresholdForContext(uint256 contextId) external view returns (uint256) {
        _anchor(contextId);
        return thresholds[contextId].userDecryption;
    }

    function getPublicDecryptionThresholdForContext(uint256 contextId) external view returns (uint256) {
        _anchor(contextId);
        return thresholds[contextId].publicDecryption;
    }

    function _anchor(uint256 contextId) private view returns (Anchor storage anchor) {
        anchor = anchors[contextId];
        if (anchor.emissionBlock == 0) revert InvalidKmsContext(contextId);
    }
}
