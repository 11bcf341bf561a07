// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "./Owned.sol";

/// @notice Requests can be stopped by the owner; responses to requests already made still pass.
abstract contract Pausable is Owned {
    bool public paused;

    event Paused(address account);
    event Unpaused(address account);

    error EnforcedPause();
    error ExpectedPause();

    modifier whenNotPaused() {
        if (paused) revert EnforcedPause();
        _;
    }

    function pause() external onlyOwner whenNotPaused {
        paused = true;
        emit Paused(msg.sender);
    }

    function unpause() external onlyOwner {
        if (!paused) revert ExpectedPause();
        paused = false;
        emit Unpaused(msg.sender);
    }
}
