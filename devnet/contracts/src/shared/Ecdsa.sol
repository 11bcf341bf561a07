// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @notice Recovers signers from 65-byte signatures (r, s, v with v = 27 or 28) and refuses malleable ones.
library Ecdsa {
    /// Half the order of secp256k1: of the two valid values of s only the lower is accepted (EIP-2).
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    error ECDSAInvalidSignature();
    error ECDSAInvalidSignatureLength(uint256 length);
    error ECDSAInvalidSignatureS(bytes32 s);

    function recover(bytes32 digest, bytes calldata signature) internal pure returns (address signer) {
        if (signature.length != 65) revert ECDSAInvalidSignatureLength(signature.length);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HALF_ORDER) revert ECDSAInvalidSignatureS(s);
        signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), s);
        if (signer == address(0)) revert ECDSAInvalidSignature();
    }
}
