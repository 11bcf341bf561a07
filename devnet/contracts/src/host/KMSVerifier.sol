// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Eip712DomainView} from "../shared/Eip712DomainView.sol";

/// @notice Tells clients whose signatures on decryption answers count, under which domain and how many are needed.
contract KMSVerifier is Eip712DomainView {
    address[] private signers;
    uint256 private immutable threshold;

    /// @param decryption the Decryption contract on the gateway chain
    constructor(uint256 gatewayChainId, address decryption, address[] memory signers_, uint256 threshold_)
        Eip712DomainView(gatewayChainId, decryption)
    {
        signers = signers_;
        threshold = threshold_;
    }

    function getKmsSigners() external view returns (address[] memory) {
        return signers;
    }

    function getThreshold() external view returns (uint256) {
        return threshold;
    }

    function _domainName() internal pure override returns (string memory) {
        return "Decryption";
    }
}
