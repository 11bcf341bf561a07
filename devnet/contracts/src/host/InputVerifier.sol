// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Eip712DomainView} from "../shared/Eip712DomainView.sol";

/// @notice Tells clients whose signatures on verified inputs count, under which domain and how many are needed.
contract InputVerifier is Eip712DomainView {
    address[] private signers;
    uint256 private immutable threshold;

    /// @param inputVerification the InputVerification contract on the gateway chain
    constructor(uint256 gatewayChainId, address inputVerification, address[] memory signers_, uint256 threshold_)
        Eip712DomainView(gatewayChainId, inputVerification)
    {
        signers = signers_;
        threshold = threshold_;
    }

    function getCoprocessorSigners() external view returns (address[] memory) {
        return signers;
    }

    function getThreshold() external view returns (uint256) {
        return threshold;
    }

    function _domainName() internal pure override returns (string memory) {
        return "InputVerification";
    }
}
