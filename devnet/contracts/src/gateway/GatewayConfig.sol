// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Owned} from "../shared/Owned.sol";
import {HostChain, KmsNode} from "./GatewayTypes.sol";

/// @notice Who may answer on the gateway and for which host chains.
/// @dev KMS nodes come in contexts. A request is bound to the context it was made under, so earlier contexts stay valid
/// until the owner destroys them.
contract GatewayConfig is Owned {
    struct KmsContext {
        address[] signers;
        uint256 publicDecryptionThreshold;
        uint256 userDecryptionThreshold;
        bool valid;
    }

    /// Context ids carry their type in the first byte.
    uint256 private constant KMS_CONTEXT_BASE = uint256(0x07) << 248;

    uint256 private contextCounter;
    mapping(uint256 contextId => KmsContext) private contexts;
    mapping(uint256 contextId => mapping(address signer => bool)) private contextSigners;
    mapping(uint256 contextId => address[]) private contextTxSenders;
    mapping(address txSender => KmsNode) private kmsNodes;

    address[] private coprocessorSigners;
    mapping(address signer => bool) public isCoprocessorSigner;
    mapping(address txSender => address) private coprocessorSignerOf;
    uint256 private coprocessorMajorityThreshold;

    HostChain[] private hostChains;
    mapping(uint256 chainId => bool) public isHostChainRegistered;
    mapping(uint256 chainId => bool) public isHostChainDisabled;

    event NewKmsContext(uint256 indexed contextId, address[] signers);
    event NewCoprocessors(address[] signers, uint256 majorityThreshold);
    event AddHostChain(uint256 indexed chainId);
    event DisableHostChain(uint256 indexed chainId);

    error InvalidThreshold(uint256 threshold, uint256 members);
    error NotKmsTxSender(address sender);
    error NotCoprocessorTxSender(address sender);
    error InvalidKmsContext(uint256 contextId);
    error HostChainAlreadyRegistered(uint256 chainId);
    error HostChainNotRegistered(uint256 chainId);

    // ---- KMS -------------------------------------------------------------------------------------------------------

    /// @notice Makes a new context of these nodes the current one.
    /// @return contextId 0x07 << 248 plus a counter from 1
    function newKmsContext(KmsNode[] calldata nodes, uint256 publicDecryptionThreshold, uint256 userDecryptionThreshold)
        external
        onlyOwner
        returns (uint256 contextId)
    {
        _checkThreshold(publicDecryptionThreshold, nodes.length);
        _checkThreshold(userDecryptionThreshold, nodes.length);
        contextId = KMS_CONTEXT_BASE + ++contextCounter;
        KmsContext storage context = contexts[contextId];
        context.publicDecryptionThreshold = publicDecryptionThreshold;
        context.userDecryptionThreshold = userDecryptionThreshold;
        context.valid = true;
        for (uint256 i = 0; i < nodes.length; i++) {
            context.signers.push(nodes[i].signer);
            contextSigners[contextId][nodes[i].signer] = true;
            contextTxSenders[contextId].push(nodes[i].txSender);
            kmsNodes[nodes[i].txSender] = nodes[i];
        }
        emit NewKmsContext(contextId, context.signers);
    }

    /// @notice Requests and responses under this context are refused from now on.
    function destroyKmsContext(uint256 contextId) external onlyOwner {
        if (!contexts[contextId].valid) revert InvalidKmsContext(contextId);
        contexts[contextId].valid = false;
    }

    function getCurrentKmsContextId() public view returns (uint256) {
        return KMS_CONTEXT_BASE + contextCounter;
    }

    function isValidKmsContext(uint256 contextId) external view returns (bool) {
        return contexts[contextId].valid;
    }

    function getKmsSigners() external view returns (address[] memory) {
        return contexts[getCurrentKmsContextId()].signers;
    }

    function getKmsTxSenders() external view returns (address[] memory) {
        return contextTxSenders[getCurrentKmsContextId()];
    }

    function isKmsSigner(address signer) external view returns (bool) {
        return contextSigners[getCurrentKmsContextId()][signer];
    }

    function isKmsSignerForContext(uint256 contextId, address signer) external view returns (bool) {
        return contextSigners[contextId][signer];
    }

    function getKmsSignersForContext(uint256 contextId) external view returns (address[] memory) {
        return contexts[contextId].signers;
    }

    /// @notice The node that sends from txSender; reverts NotKmsTxSender when there is none.
    function getKmsNode(address txSender) external view returns (KmsNode memory node) {
        node = kmsNodes[txSender];
        if (node.signer == address(0)) revert NotKmsTxSender(txSender);
    }

    /// @notice The signer that belongs to txSender; reverts NotKmsTxSender when there is none.
    function getKmsSignerOf(address txSender) external view returns (address signer) {
        signer = kmsNodes[txSender].signer;
        if (signer == address(0)) revert NotKmsTxSender(txSender);
    }

    function getPublicDecryptionThresholdForContext(uint256 contextId) external view returns (uint256) {
        return contexts[contextId].publicDecryptionThreshold;
    }

    function getUserDecryptionThresholdForContext(uint256 contextId) external view returns (uint256) {
        return contexts[contextId].userDecryptionThreshold;
    }

    // ---- coprocessors ----------------------------------------------------------------------------------------------

    /// @notice Sets the coprocessors, once; txSenders[i] answers with the signatures of signers[i].
    function setCoprocessors(address[] calldata txSenders, address[] calldata signers, uint256 majorityThreshold)
        external
        onlyOwner
    {
        require(coprocessorSigners.length == 0 && txSenders.length == signers.length);
        _checkThreshold(majorityThreshold, signers.length);
        for (uint256 i = 0; i < signers.length; i++) {
            isCoprocessorSigner[signers[i]] = true;
            coprocessorSignerOf[txSenders[i]] = signers[i];
        }
        coprocessorSigners = signers;
        coprocessorMajorityThreshold = majorityThreshold;
        emit NewCoprocessors(signers, majorityThreshold);
    }

    function getCoprocessorSigners() external view returns (address[] memory) {
        return coprocessorSigners;
    }

    /// @notice The signer that belongs to txSender; reverts NotCoprocessorTxSender when there is none.
    function getCoprocessorSignerOf(address txSender) external view returns (address signer) {
        signer = coprocessorSignerOf[txSender];
        if (signer == address(0)) revert NotCoprocessorTxSender(txSender);
    }

    function getCoprocessorMajorityThreshold() external view returns (uint256) {
        return coprocessorMajorityThreshold;
    }

    // ---- host chains -----------------------------------------------------------------------------------------------

    function addHostChain(HostChain calldata chain) external onlyOwner {
        if (isHostChainRegistered[chain.chainId]) revert HostChainAlreadyRegistered(chain.chainId);
        isHostChainRegistered[chain.chainId] = true;
        hostChains.push(chain);
        emit AddHostChain(chain.chainId);
    }

    function disableHostChain(uint256 chainId) external onlyOwner {
        if (!isHostChainRegistered[chainId]) revert HostChainNotRegistered(chainId);
        isHostChainDisabled[chainId] = true;
        emit DisableHostChain(chainId);
    }

    function getHostChains() external view returns (HostChain[] memory) {
        return hostChains;
    }

    function getVersion() external pure returns (string memory) {
        return "GatewayConfig v0.15.0";
    }

    function _checkThreshold(uint256 threshold, uint256 members) private pure {
        if (threshold == 0 || threshold > members) revert InvalidThreshold(threshold, members);
    }
}
