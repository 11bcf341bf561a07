// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Eip712} from "./Eip712.sol";

/// @notice Tells clients, as EIP-5267 says, the domain under which the gateway's attestations are signed.
/// @dev The domain is that of a contract on the gateway chain, though this one stands on a host chain.
abstract contract Eip712DomainView {
    /// name, version, chainId and verifyingContract are set; salt is not.
    bytes1 private constant FIELDS = 0x0f;

    uint256 private immutable domainChainId;
    address private immutable domainContract;

    constructor(uint256 chainId, address verifyingContract) {
        domainChainId = chainId;
        domainContract = verifyingContract;
    }

    function _domainName() internal pure virtual returns (string memory);

    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        return (FIELDS, _domainName(), Eip712.VERSION, domainChainId, domainContract, 0, new uint256[](0));
    }
}
