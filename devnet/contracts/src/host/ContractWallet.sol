// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ecdsa} from "../shared/Ecdsa.sol";

/// @notice A user that is a contract: it signs with whatever key its owner holds at the moment (ERC-1271).
contract ContractWallet {
    bytes4 private constant ACCEPTED = this.isValidSignature.selector;

    address public owner;

    constructor(address owner_) {
        owner = owner_;
    }

    /// @notice Signatures of the earlier owner are worth nothing from now on.
    function changeOwner(address owner_) external {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        // One byte asks for trouble, so that tests meet wallets of all kinds.
        if (signature.length == 1) _misbehave(signature[0]);
        return Ecdsa.recover(digest, signature) == owner ? ACCEPTED : bytes4(0xffffffff);
    }

    function _misbehave(bytes1 how) private pure {
        if (how == 0x01) {
            while (true) {}
        }
        if (how == 0x02) {
            assembly {
                invalid()
            }
        }
        if (how == 0x03) {
            assembly {
                return(0, 1048576)
            }
        }
        if (how == 0x04) {
            assembly {
                mstore(0, shl(224, 0x1626ba7e))
                return(0, 4)
            }
        }
    }
}
