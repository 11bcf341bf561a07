// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @notice One account, the deployer, configures the contract.
abstract contract Owned {
    address public immutable owner;

    error NotOwner(address sender);

    constructor() {
        owner = msg.sender;
    }

    modifier onlyOwner() {
        _checkOwner();
        _;
    }

    function _checkOwner() private view {
        if (msg.sender != owner) revert NotOwner(msg.sender);
    }
}
