// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @notice EIP-712 hashes under a domain of name, version, chain id and verifying contract.
library Eip712 {
    bytes32 private constant DOMAIN_TYPE_HASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    string internal constant VERSION = "1";

    /// @param chainId the chain that signers name in their domain, which need not be the one this contract runs on
    function digest(string memory name, uint256 chainId, address verifyingContract, bytes32 structHash)
        internal
        pure
        returns (bytes32)
    {
        bytes32 separator = keccak256(
            abi.encode(
                DOMAIN_TYPE_HASH, keccak256(bytes(name)), keccak256(bytes(VERSION)), chainId, verifyingContract
            )
        );
        return keccak256(abi.encodePacked(hex"1901", separator, structHash));
    }
}
