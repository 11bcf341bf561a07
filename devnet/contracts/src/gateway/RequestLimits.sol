// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {GatewayConfig} from "./GatewayConfig.sol";
import {CtHandleContractPair, HandleEntry, RequestValidity, RequestValiditySeconds} from "./GatewayTypes.sol";
import {HandleFormat} from "./HandleFormat.sol";

/// @notice The limits that a decryption request has to keep, each with its own error.
abstract contract RequestLimits {
    uint256 private constant MAX_BITS = 2048;
    uint256 private constant MAX_CONTRACTS = 10;
    uint256 private constant MAX_DURATION_DAYS = 365;
    uint256 private constant MAX_DURATION_SECONDS = 365 days;

    GatewayConfig internal immutable config;

    error EmptyCtHandles();
    error EmptyCtHandleContractPairs();
    error EmptyHandles();
    error EmptyContractAddresses();
    error ContractAddressesMaxLengthExceeded(uint256 maximum, uint256 actual);
    error ContractNotInContractAddresses(address contractAddress, address[] contractAddresses);
    error CtHandleChainIdDiffersFromContractChainId(bytes32 ctHandle, uint256 chainId, uint256 contractChainId);
    error MaxDecryptionRequestBitSizeExceeded(uint256 maximum, uint256 actual);
    error InvalidNullDurationDays();
    error MaxDurationDaysExceeded(uint256 maximum, uint256 actual);
    error InvalidNullDurationSeconds();
    error MaxDurationSecondsExceeded(uint256 maximum, uint256 actual);
    error StartTimestampInFuture(uint256 blockTimestamp, uint256 startTimestamp);
    error UserDecryptionRequestExpired(uint256 blockTimestamp, RequestValidity requestValidity);
    error UserDecryptionRequestExpiredSeconds(uint256 blockTimestamp, RequestValiditySeconds requestValidity);
    error HostChainNotRegistered(uint256 chainId);
    error HostChainDisabled(uint256 chainId);

    constructor(GatewayConfig config_) {
        config = config_;
    }

    function _checkBitSize(bytes32[] memory handles) internal pure {
        uint256 bits = 0;
        for (uint256 i = 0; i < handles.length; i++) {
            bits += HandleFormat.bitSize(handles[i]);
        }
        if (bits > MAX_BITS) revert MaxDecryptionRequestBitSizeExceeded(MAX_BITS, bits);
    }

    function _checkActiveHostChain(uint256 chainId) internal view {
        _checkRegisteredHostChain(chainId);
        if (config.isHostChainDisabled(chainId)) revert HostChainDisabled(chainId);
    }

    function _checkRegisteredHostChain(uint256 chainId) internal view {
        if (!config.isHostChainRegistered(chainId)) revert HostChainNotRegistered(chainId);
    }

    function _checkContractCount(uint256 count) internal pure {
        if (count > MAX_CONTRACTS) revert ContractAddressesMaxLengthExceeded(MAX_CONTRACTS, count);
    }

    function _checkValidity(RequestValidity calldata validity) internal view {
        if (validity.durationDays == 0) revert InvalidNullDurationDays();
        if (validity.durationDays > MAX_DURATION_DAYS) {
            revert MaxDurationDaysExceeded(MAX_DURATION_DAYS, validity.durationDays);
        }
        _checkStarted(validity.startTimestamp);
        if (validity.startTimestamp + validity.durationDays * 1 days < block.timestamp) {
            revert UserDecryptionRequestExpired(block.timestamp, validity);
        }
    }

    function _checkValidity(RequestValiditySeconds calldata validity) internal view {
        if (validity.durationSeconds == 0) revert InvalidNullDurationSeconds();
        if (validity.durationSeconds > MAX_DURATION_SECONDS) {
            revert MaxDurationSecondsExceeded(MAX_DURATION_SECONDS, validity.durationSeconds);
        }
        _checkStarted(validity.startTimestamp);
        if (validity.startTimestamp + validity.durationSeconds < block.timestamp) {
            revert UserDecryptionRequestExpiredSeconds(block.timestamp, validity);
        }
    }

    /// @dev Returns the handles of a legacy request after it has found each on the request's chain and contracts.
    function _checkedHandles(
        CtHandleContractPair[] calldata pairs,
        uint256 contractsChainId,
        address[] calldata contractAddresses
    ) internal pure returns (bytes32[] memory handles) {
        if (pairs.length == 0) revert EmptyCtHandleContractPairs();
        handles = new bytes32[](pairs.length);
        for (uint256 i = 0; i < pairs.length; i++) {
            bytes32 handle = pairs[i].ctHandle;
            uint256 chainId = HandleFormat.chainId(handle);
            if (chainId != contractsChainId) {
                revert CtHandleChainIdDiffersFromContractChainId(handle, chainId, contractsChainId);
            }
            if (!_contains(contractAddresses, pairs[i].contractAddress)) {
                revert ContractNotInContractAddresses(pairs[i].contractAddress, contractAddresses);
            }
            handles[i] = handle;
        }
        _checkBitSize(handles);
    }

    /// @dev Returns the handles of a unified request after it has found all of them on one registered chain. A
    /// disabled chain passes, as in the reference.
    function _checkedHandles(HandleEntry[] calldata entries) internal view returns (bytes32[] memory handles) {
        if (entries.length == 0) revert EmptyHandles();
        uint256 firstChainId = HandleFormat.chainId(entries[0].handle);
        handles = new bytes32[](entries.length);
        for (uint256 i = 0; i < entries.length; i++) {
            bytes32 handle = entries[i].handle;
            uint256 chainId = HandleFormat.chainId(handle);
            if (chainId != firstChainId) {
                revert CtHandleChainIdDiffersFromContractChainId(handle, chainId, firstChainId);
            }
            handles[i] = handle;
        }
        _checkRegisteredHostChain(firstChainId);
        _checkBitSize(handles);
    }

    function _checkStarted(uint256 startTimestamp) private view {
        if (startTimestamp > block.timestamp) revert StartTimestampInFuture(block.timestamp, startTimestamp);
    }

    function _contains(address[] calldata list, address wanted) internal pure returns (bool) {
        for (uint256 i = 0; i < list.length; i++) {
            if (list[i] == wanted) return true;
        }
        return false;
    }
}
