// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @notice Who may use and decrypt a handle.
/// @dev On the devnet anyone may grant access; a production ACL lets only those grant who have access themselves.
contract ACL {
    /// Stands for every contract in a delegation.
    address private constant WILDCARD = address(type(uint160).max);

    mapping(bytes32 handle => mapping(address account => bool)) public persistAllowed;
    mapping(bytes32 handle => bool) public isAllowedForDecryption;
    /// When a delegation ends, in seconds since the epoch; 0 when there is none.
    mapping(address delegator => mapping(address delegate => mapping(address contractAddress => uint64))) private
        delegationExpiry;

    event Allowed(address indexed caller, address indexed account, bytes32 handle);
    event AllowedForDecryption(address indexed caller, bytes32[] handlesList);
    event DelegatedForUserDecryption(
        address indexed delegator, address indexed delegate, address contractAddress, uint64 expirationDate
    );

    error ExpirationDateInThePast(uint64 expirationDate);

    function allow(bytes32 handle, address account) external {
        persistAllowed[handle][account] = true;
        emit Allowed(msg.sender, account, handle);
    }

    function allowForDecryption(bytes32[] calldata handlesList) external {
        for (uint256 i = 0; i < handlesList.length; i++) {
            isAllowedForDecryption[handlesList[i]] = true;
        }
        emit AllowedForDecryption(msg.sender, handlesList);
    }

    /// @notice Lets delegate read what the sender may read through contractAddress (0xff..ff: any) until a date.
    /// @param expirationDate seconds since the epoch, exclusive
    function delegateForUserDecryption(address delegate, address contractAddress, uint64 expirationDate) external {
        if (expirationDate <= block.timestamp) revert ExpirationDateInThePast(expirationDate);
        delegationExpiry[msg.sender][delegate][contractAddress] = expirationDate;
        emit DelegatedForUserDecryption(msg.sender, delegate, contractAddress, expirationDate);
    }

    function isAllowed(bytes32 handle, address account) external view returns (bool) {
        return persistAllowed[handle][account];
    }

    function isHandleDelegatedForUserDecryption(
        address delegator,
        address delegate,
        address contractAddress,
        bytes32 handle
    ) external view returns (bool) {
        mapping(address => uint64) storage expiry = delegationExpiry[delegator][delegate];
        bool delegated = expiry[contractAddress] > block.timestamp || expiry[WILDCARD] > block.timestamp;
        return delegated && persistAllowed[handle][delegator] && persistAllowed[handle][contractAddress];
    }

    /// @notice Runs each call on this contract; the first that reverts reverts all with its own data.
    function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i = 0; i < data.length; i++) {
            (bool succeeded, bytes memory result) = address(this).delegatecall(data[i]);
            if (!succeeded) {
                assembly ("memory-safe") {
                    revert(add(result, 0x20), mload(result))
                }
            }
            results[i] = result;
        }
    }
}
