// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ecdsa} from "../shared/Ecdsa.sol";
import {Pausable} from "../shared/Pausable.sol";
import {CiphertextCommits} from "./CiphertextCommits.sol";
import {DecryptionHashes} from "./DecryptionHashes.sol";
import {ExtraData} from "./ExtraData.sol";
import {GatewayConfig} from "./GatewayConfig.sol";
import {
    ContractsInfo,
    CtHandleContractPair,
    DelegationAccounts,
    HandleEntry,
    RequestValidity,
    RequestValiditySeconds,
    SnsCiphertextMaterial,
    UserDecryptionPayload
} from "./GatewayTypes.sol";
import {ProtocolPayment} from "./ProtocolPayment.sol";
import {RequestLimits} from "./RequestLimits.sol";

/// @notice Takes decryption requests and collects the KMS nodes' answers.
/// @dev Each request emits its event twice: in the form with ciphertext materials (v0.14) and in the form with handles
/// only (v0.15). Anyone may ask, for a fee; only KMS nodes of the request's context may answer. An answer that comes
/// after the threshold is recorded and never refused for being late.
contract Decryption is Pausable, RequestLimits, DecryptionHashes {
    /// What the answers to a request are checked against. The public key is empty for a public decryption.
    struct Request {
        uint256 contextId;
        bytes32[] ctHandles;
        bytes publicKey;
        bool done;
        bytes32 consensusDigest;
        uint256 shareCount;
        address[] shareSenders;
    }

    /// Ids carry the kind of decryption in the first byte.
    uint256 private constant PUBLIC_DECRYPTION_BASE = uint256(0x01) << 248;
    uint256 private constant USER_DECRYPTION_BASE = uint256(0x02) << 248;

    CiphertextCommits private immutable commits;
    ProtocolPayment private immutable payment;

    uint256 private publicDecryptionCounter;
    uint256 private userDecryptionCounter;
    mapping(uint256 decryptionId => Request) private requests;
    mapping(uint256 decryptionId => mapping(address signer => bool)) private signedBy;
    mapping(uint256 decryptionId => mapping(bytes32 digest => bytes[])) private publicSignatures;
    mapping(uint256 decryptionId => mapping(bytes32 digest => address[])) private publicSenders;

    event PublicDecryptionRequest(
        uint256 indexed decryptionId, SnsCiphertextMaterial[] snsCtMaterials, bytes extraData
    );
    event PublicDecryptionRequest(uint256 indexed decryptionId, bytes32[] ctHandles, bytes extraData);
    event PublicDecryptionResponse(
        uint256 indexed decryptionId, bytes decryptedResult, bytes[] signatures, bytes extraData
    );
    event PublicDecryptionResponseCall(
        uint256 indexed decryptionId, bytes decryptedResult, bytes signature, address kmsTxSender, bytes extraData
    );
    event UserDecryptionRequest(
        uint256 indexed decryptionId,
        SnsCiphertextMaterial[] snsCtMaterials,
        address userAddress,
        bytes publicKey,
        bytes extraData
    );
    event UserDecryptionRequest(
        uint256 indexed decryptionId, bytes32[] ctHandles, address userAddress, bytes publicKey, bytes extraData
    );
    event UserDecryptionRequest(
        uint256 indexed decryptionId,
        SnsCiphertextMaterial[] snsCtMaterials,
        HandleEntry[] handles,
        UserDecryptionPayload payload
    );
    event UserDecryptionRequest(uint256 indexed decryptionId, HandleEntry[] handles, UserDecryptionPayload payload);
    event UserDecryptionResponse(
        uint256 indexed decryptionId, uint256 indexShare, bytes userDecryptedShare, bytes signature, bytes extraData
    );
    event UserDecryptionResponseThresholdReached(uint256 indexed decryptionId);

    error DifferentKeyIdsNotAllowed(SnsCiphertextMaterial first, SnsCiphertextMaterial other);
    error UserAddressInContractAddresses(address userAddress, address[] contractAddresses);
    error DelegatorAddressInContractAddresses(address delegatorAddress, address[] contractAddresses);
    error InvalidUserSignature(bytes signature);
    error InvalidKmsContext(uint256 contextId);
    error DecryptionNotRequested(uint256 decryptionId);
    error DecryptionContextMismatch(uint256 decryptionId, uint256 expectedContextId, uint256 actualContextId);
    error KmsNodeAlreadySigned(uint256 decryptionId, address signer);
    error NotKmsSigner(address signer);
    error KmsSignerDoesNotMatchTxSender(address signer, address txSender);

    constructor(GatewayConfig config_, CiphertextCommits commits_, ProtocolPayment payment_) RequestLimits(config_) {
        commits = commits_;
        payment = payment_;
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    /// @notice Asks for the clear values of handles that anyone may decrypt.
    function publicDecryptionRequest(bytes32[] calldata ctHandles, bytes calldata extraData) external whenNotPaused {
        if (ctHandles.length == 0) revert EmptyCtHandles();
        _checkBitSize(ctHandles);
        uint256 contextId = _requestContext(extraData);
        SnsCiphertextMaterial[] memory materials = _materials(ctHandles);
        payment.collectPublicDecryptionFee(msg.sender);

        uint256 decryptionId = PUBLIC_DECRYPTION_BASE + ++publicDecryptionCounter;
        requests[decryptionId].contextId = contextId;
        requests[decryptionId].ctHandles = ctHandles;
        emit PublicDecryptionRequest(decryptionId, materials, extraData);
        emit PublicDecryptionRequest(decryptionId, ctHandles, extraData);
    }

    /// @notice Asks for a re-encryption under the user's key, signed by the user (legacy direct form).
    function userDecryptionRequest(
        CtHandleContractPair[] calldata ctHandleContractPairs,
        RequestValidity calldata requestValidity,
        ContractsInfo calldata contractsInfo,
        address userAddress,
        bytes calldata publicKey,
        bytes calldata signature,
        bytes calldata extraData
    ) external whenNotPaused {
        if (_contains(contractsInfo.addresses, userAddress)) {
            revert UserAddressInContractAddresses(userAddress, contractsInfo.addresses);
        }
        bytes32[] memory handles = _checkedLegacyHandles(ctHandleContractPairs, requestValidity, contractsInfo);
        _checkSignature(
            _userRequestDigest(publicKey, contractsInfo, requestValidity, extraData), signature, userAddress
        );
        _acceptLegacyRequest(handles, userAddress, publicKey, extraData);
    }

    /// @notice Asks for a re-encryption of what the delegator owns, signed by the delegate (legacy delegated form).
    function delegatedUserDecryptionRequest(
        CtHandleContractPair[] calldata ctHandleContractPairs,
        RequestValidity calldata requestValidity,
        DelegationAccounts calldata delegationAccounts,
        ContractsInfo calldata contractsInfo,
        bytes calldata publicKey,
        bytes calldata signature,
        bytes calldata extraData
    ) external whenNotPaused {
        if (_contains(contractsInfo.addresses, delegationAccounts.delegatorAddress)) {
            revert DelegatorAddressInContractAddresses(delegationAccounts.delegatorAddress, contractsInfo.addresses);
        }
        bytes32[] memory handles = _checkedLegacyHandles(ctHandleContractPairs, requestValidity, contractsInfo);
        _checkSignature(
            _delegatedRequestDigest(publicKey, contractsInfo, delegationAccounts, requestValidity, extraData),
            signature,
            delegationAccounts.delegateAddress
        );
        _acceptLegacyRequest(handles, delegationAccounts.delegateAddress, publicKey, extraData);
    }

    /// @notice Asks for a re-encryption under the user's key (unified form). KMS nodes check the signature, not this.
    function userDecryptionRequest(
        HandleEntry[] calldata handles,
        address userAddress,
        bytes calldata publicKey,
        address[] calldata allowedContracts,
        RequestValiditySeconds calldata requestValidity,
        bytes calldata signature,
        bytes calldata extraData
    ) external whenNotPaused {
        _checkContractCount(allowedContracts.length);
        _checkValidity(requestValidity);
        uint256 contextId = _requestContext(extraData);
        UserDecryptionPayload memory payload = UserDecryptionPayload(
            userAddress, publicKey, allowedContracts, requestValidity, extraData, signature
        );
        _acceptUnifiedRequest(contextId, handles, payload);
    }

    // ---- responses -------------------------------------------------------------------------------------------------

    /// @notice A KMS node answers a public decryption. The answer stands once enough nodes have signed the same one.
    function publicDecryptionResponse(
        uint256 decryptionId,
        bytes calldata decryptedResult,
        bytes calldata signature,
        bytes calldata extraData
    ) external {
        Request storage request = _answeredRequest(decryptionId, PUBLIC_DECRYPTION_BASE, publicDecryptionCounter);
        bytes32 digest = _publicResponseDigest(request.ctHandles, decryptedResult, extraData);
        _recordSigner(decryptionId, request.contextId, digest, signature, extraData);
        publicSignatures[decryptionId][digest].push(signature);
        publicSenders[decryptionId][digest].push(msg.sender);
        emit PublicDecryptionResponseCall(decryptionId, decryptedResult, signature, msg.sender, extraData);

        uint256 threshold = config.getPublicDecryptionThresholdForContext(request.contextId);
        if (!request.done && publicSignatures[decryptionId][digest].length >= threshold) {
            request.done = true;
            request.consensusDigest = digest;
            emit PublicDecryptionResponse(
                decryptionId, decryptedResult, publicSignatures[decryptionId][digest], extraData
            );
        }
    }

    /// @notice A KMS node hands in its share of a user decryption. Every share is emitted, also after the threshold.
    function userDecryptionResponse(
        uint256 decryptionId,
        bytes calldata userDecryptedShare,
        bytes calldata signature,
        bytes calldata extraData
    ) external {
        Request storage request = _answeredRequest(decryptionId, USER_DECRYPTION_BASE, userDecryptionCounter);
        bytes32 digest = _userResponseDigest(request.publicKey, request.ctHandles, userDecryptedShare, extraData);
        _recordSigner(decryptionId, request.contextId, digest, signature, extraData);
        uint256 indexShare = request.shareCount++;
        request.shareSenders.push(msg.sender);
        emit UserDecryptionResponse(decryptionId, indexShare, userDecryptedShare, signature, extraData);

        uint256 threshold = config.getUserDecryptionThresholdForContext(request.contextId);
        if (!request.done && request.shareCount >= threshold) {
            request.done = true;
            emit UserDecryptionResponseThresholdReached(decryptionId);
        }
    }

    // ---- views -----------------------------------------------------------------------------------------------------

    function isPublicDecryptionReady(bytes32[] calldata ctHandles, bytes calldata) external view returns (bool) {
        for (uint256 i = 0; i < ctHandles.length; i++) {
            if (!commits.isCiphertextMaterialAdded(ctHandles[i])) return false;
        }
        return ctHandles.length > 0;
    }

    function isUserDecryptionReady(CtHandleContractPair[] calldata pairs, bytes calldata)
        external
        view
        returns (bool)
    {
        for (uint256 i = 0; i < pairs.length; i++) {
            if (!commits.isCiphertextMaterialAdded(pairs[i].ctHandle)) return false;
        }
        return pairs.length > 0;
    }

    function isDecryptionDone(uint256 decryptionId) external view returns (bool) {
        return requests[decryptionId].done;
    }

    /// @notice Public decryption: who signed the answer that stands. User decryption: who has handed in a share.
    function getDecryptionConsensusTxSenders(uint256 decryptionId) external view returns (address[] memory) {
        Request storage request = requests[decryptionId];
        if (!request.done) return new address[](0);
        return request.consensusDigest == 0
            ? request.shareSenders
            : publicSenders[decryptionId][request.consensusDigest];
    }

    function getVersion() external pure returns (string memory) {
        return "Decryption v0.15.0";
    }

    // ---- parts -----------------------------------------------------------------------------------------------------

    function _checkedLegacyHandles(
        CtHandleContractPair[] calldata pairs,
        RequestValidity calldata validity,
        ContractsInfo calldata contractsInfo
    ) private view returns (bytes32[] memory) {
        if (contractsInfo.addresses.length == 0) revert EmptyContractAddresses();
        _checkContractCount(contractsInfo.addresses.length);
        _checkActiveHostChain(contractsInfo.chainId);
        _checkValidity(validity);
        return _checkedHandles(pairs, contractsInfo.chainId, contractsInfo.addresses);
    }

    function _checkSignature(bytes32 digest, bytes calldata signature, address signer) private pure {
        if (Ecdsa.recover(digest, signature) != signer) revert InvalidUserSignature(signature);
    }

    function _acceptLegacyRequest(
        bytes32[] memory handles,
        address userAddress,
        bytes calldata publicKey,
        bytes calldata extraData
    ) private {
        uint256 contextId = _requestContext(extraData);
        SnsCiphertextMaterial[] memory materials = _materials(handles);
        uint256 decryptionId = _storeUserRequest(handles, contextId, publicKey);
        emit UserDecryptionRequest(decryptionId, materials, userAddress, publicKey, extraData);
        emit UserDecryptionRequest(decryptionId, handles, userAddress, publicKey, extraData);
    }

    function _acceptUnifiedRequest(
        uint256 contextId,
        HandleEntry[] calldata handles,
        UserDecryptionPayload memory payload
    ) private {
        bytes32[] memory ctHandles = _checkedHandles(handles);
        SnsCiphertextMaterial[] memory materials = _materials(ctHandles);
        uint256 decryptionId = _storeUserRequest(ctHandles, contextId, payload.publicKey);
        emit UserDecryptionRequest(decryptionId, materials, handles, payload);
        emit UserDecryptionRequest(decryptionId, handles, payload);
    }

    function _storeUserRequest(bytes32[] memory ctHandles, uint256 contextId, bytes memory publicKey)
        private
        returns (uint256 decryptionId)
    {
        payment.collectUserDecryptionFee(msg.sender);
        decryptionId = USER_DECRYPTION_BASE + ++userDecryptionCounter;
        Request storage request = requests[decryptionId];
        request.contextId = contextId;
        request.ctHandles = ctHandles;
        request.publicKey = publicKey;
    }

    /// @dev The context that extraData names or, where it names none, the current one.
    function _context(bytes calldata extraData) private view returns (uint256 contextId) {
        contextId = ExtraData.contextId(extraData);
        return contextId == 0 ? config.getCurrentKmsContextId() : contextId;
    }

    function _requestContext(bytes calldata extraData) private view returns (uint256 contextId) {
        contextId = _context(extraData);
        if (!config.isValidKmsContext(contextId)) revert InvalidKmsContext(contextId);
    }

    /// @dev Reverts CiphertextMaterialNotFound when a handle has no material yet.
    function _materials(bytes32[] memory ctHandles) private view returns (SnsCiphertextMaterial[] memory materials) {
        materials = commits.getSnsCiphertextMaterials(ctHandles);
        for (uint256 i = 1; i < materials.length; i++) {
            if (materials[i].keyId != materials[0].keyId) {
                revert DifferentKeyIdsNotAllowed(materials[0], materials[i]);
            }
        }
    }

    function _answeredRequest(uint256 decryptionId, uint256 base, uint256 counter)
        private
        view
        returns (Request storage)
    {
        if (decryptionId <= base || decryptionId > base + counter) revert DecryptionNotRequested(decryptionId);
        return requests[decryptionId];
    }

    /// @dev Each node of the request's context answers once, from its own account and with its own signer.
    function _recordSigner(
        uint256 decryptionId,
        uint256 contextId,
        bytes32 digest,
        bytes calldata signature,
        bytes calldata extraData
    ) private {
        address expectedSigner = config.getKmsSignerOf(msg.sender);
        uint256 actualContextId = _context(extraData);
        if (actualContextId != contextId) {
            revert DecryptionContextMismatch(decryptionId, contextId, actualContextId);
        }
        address signer = Ecdsa.recover(digest, signature);
        if (!config.isKmsSignerForContext(contextId, signer)) revert NotKmsSigner(signer);
        if (signer != expectedSigner) revert KmsSignerDoesNotMatchTxSender(signer, msg.sender);
        if (signedBy[decryptionId][signer]) revert KmsNodeAlreadySigned(decryptionId, signer);
        signedBy[decryptionId][signer] = true;
    }
}
