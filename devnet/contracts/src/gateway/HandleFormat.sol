// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @notice Reads a handle: bytes 22 to 29 are the host chain id, byte 30 the FHE type.
library HandleFormat {
    uint8 private constant LAST_FHE_TYPE = 83;

    error InvalidFHEType(uint8 fheType);
    error UnsupportedFHEType(uint8 fheType);

    function chainId(bytes32 handle) internal pure returns (uint256) {
        return uint64(uint256(handle) >> 16);
    }

    /// @return the size of the clear value in bits, as it counts against the limit of a decryption request
    function bitSize(bytes32 handle) internal pure returns (uint256) {
        uint8 fheType = uint8(uint256(handle) >> 8);
        if (fheType > LAST_FHE_TYPE) revert InvalidFHEType(fheType);
        if (fheType == 0) return 2; // bool
        if (fheType >= 2 && fheType <= 6) return uint256(1) << (fheType + 1); // uint8 to uint128
        if (fheType == 7) return 160;
        if (fheType == 8) return 256;
        revert UnsupportedFHEType(fheType);
    }
}
