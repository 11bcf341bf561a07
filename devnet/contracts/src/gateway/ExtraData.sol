// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @notice Reads the KMS context out of extraData: version 0 has none, 1 carries a context, 2 a context and an epoch.
library ExtraData {
    uint256 private constant V1_LENGTH = 33;
    uint256 private constant V2_LENGTH = 65;

    error InvalidExtraDataLength(uint256 length, uint256 minimum);
    error UnsupportedExtraDataVersion(uint8 version);
    error InvalidNullContextId();

    /// @return the context id, or 0 when extraData leaves it to the current one
    function contextId(bytes calldata extraData) internal pure returns (uint256) {
        if (extraData.length == 0 || extraData[0] == 0) return 0;
        uint8 version = uint8(extraData[0]);
        if (version > 2) revert UnsupportedExtraDataVersion(version);
        uint256 minimum = version == 1 ? V1_LENGTH : V2_LENGTH;
        if (extraData.length < minimum) revert InvalidExtraDataLength(extraData.length, minimum);
        uint256 id = uint256(bytes32(extraData[1:33]));
        if (id == 0) revert InvalidNullContextId();
        return id;
    }
}
