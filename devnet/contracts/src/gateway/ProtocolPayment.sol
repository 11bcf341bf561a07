// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "../shared/Owned.sol";
import {FeeToken} from "./FeeToken.sol";

/// @notice Moves the fee of each request from whoever sent it to the fee sink. Payers approve this contract beforehand.
contract ProtocolPayment is Owned {
    FeeToken private immutable token;
    address private immutable sink;
    uint256 private immutable inputVerificationPrice;
    uint256 private immutable publicDecryptionPrice;
    uint256 private immutable userDecryptionPrice;

    address private decryption;
    address private inputVerification;

    error SenderNotDecryptionContract(address sender);
    error SenderNotInputVerificationContract(address sender);

    /// @param prices_ fee per input verification, public decryption and user decryption, in the token's smallest unit
    constructor(FeeToken token_, address sink_, uint256[3] memory prices_) {
        token = token_;
        sink = sink_;
        inputVerificationPrice = prices_[0];
        publicDecryptionPrice = prices_[1];
        userDecryptionPrice = prices_[2];
    }

    /// @notice Names the two contracts that may collect. They are deployed after this one.
    function setCollectors(address decryption_, address inputVerification_) external onlyOwner {
        decryption = decryption_;
        inputVerification = inputVerification_;
    }

    function getInputVerificationPrice() external view returns (uint256) {
        return inputVerificationPrice;
    }

    function getPublicDecryptionPrice() external view returns (uint256) {
        return publicDecryptionPrice;
    }

    function getUserDecryptionPrice() external view returns (uint256) {
        return userDecryptionPrice;
    }

    function collectInputVerificationFee(address payer) external {
        if (msg.sender != inputVerification) revert SenderNotInputVerificationContract(msg.sender);
        _collect(payer, inputVerificationPrice);
    }

    function collectPublicDecryptionFee(address payer) external {
        if (msg.sender != decryption) revert SenderNotDecryptionContract(msg.sender);
        _collect(payer, publicDecryptionPrice);
    }

    function collectUserDecryptionFee(address payer) external {
        if (msg.sender != decryption) revert SenderNotDecryptionContract(msg.sender);
        _collect(payer, userDecryptionPrice);
    }

    /// @dev The token either moves the whole fee or reverts with its own error, which is the request's error then.
    function _collect(address payer, uint256 price) private {
        token.transferFrom(payer, sink, price);
    }
}
