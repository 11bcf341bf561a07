// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ecdsa} from "../shared/Ecdsa.sol";
import {Eip712} from "../shared/Eip712.sol";
import {Pausable} from "../shared/Pausable.sol";
import {GatewayConfig} from "./GatewayConfig.sol";
import {ProtocolPayment} from "./ProtocolPayment.sol";

/// @notice Takes proofs of encrypted inputs and collects the coprocessors' verdicts until a majority agrees.
/// @dev A verdict that comes after the majority is recorded and never refused for being late.
contract InputVerification is Pausable {
    struct Proof {
        uint256 contractChainId;
        address contractAddress;
        address userAddress;
    }

    bytes32 private constant CIPHERTEXT_VERIFICATION_TYPE_HASH = keccak256(
        "CiphertextVerification(bytes32[] ctHandles,address userAddress,address contractAddress,uint256 contractChainId,bytes extraData)"
    );

    GatewayConfig private immutable config;
    ProtocolPayment private immutable payment;

    uint256 private proofCounter;
    mapping(uint256 zkProofId => Proof) private proofs;
    mapping(uint256 zkProofId => mapping(address signer => bool)) private verifiedBy;
    mapping(uint256 zkProofId => mapping(address signer => bool)) private rejectedBy;
    mapping(uint256 zkProofId => mapping(bytes32 digest => bytes[])) private signatures;
    mapping(uint256 zkProofId => mapping(bytes32 digest => address[])) private verifiers;
    mapping(uint256 zkProofId => address[]) private rejecters;
    mapping(uint256 zkProofId => bytes32) private verifiedDigest;

    mapping(uint256 zkProofId => bool) public isProofVerified;
    mapping(uint256 zkProofId => bool) public isProofRejected;

    event VerifyProofRequest(
        uint256 indexed zkProofId,
        uint256 indexed contractChainId,
        address contractAddress,
        address userAddress,
        bytes ciphertextWithZKProof,
        bytes extraData
    );
    event VerifyProofResponse(uint256 indexed zkProofId, bytes32[] ctHandles, bytes[] signatures);
    event VerifyProofResponseCall(
        uint256 indexed zkProofId, bytes32[] ctHandles, bytes signature, address coprocessorTxSender, bytes extraData
    );
    event RejectProofResponse(uint256 indexed zkProofId);
    event RejectProofResponseCall(uint256 indexed zkProofId, bytes extraData);

    error HostChainNotRegistered(uint256 chainId);
    error HostChainDisabled(uint256 chainId);
    error VerifyProofNotRequested(uint256 zkProofId);
    error CoprocessorAlreadyVerified(uint256 zkProofId, address txSender, address signer);
    error CoprocessorAlreadyRejected(uint256 zkProofId, address txSender, address signer);
    error NotCoprocessorSigner(address signer);
    error CoprocessorSignerDoesNotMatchTxSender(address signer, address txSender);

    constructor(GatewayConfig config_, ProtocolPayment payment_) {
        config = config_;
        payment = payment_;
    }

    /// @notice Asks the coprocessors to verify a proof; ids count from 1. The proof itself is not read here.
    function verifyProofRequest(
        uint256 contractChainId,
        address contractAddress,
        address userAddress,
        bytes calldata ciphertextWithZKProof,
        bytes calldata extraData
    ) external whenNotPaused {
        if (!config.isHostChainRegistered(contractChainId)) revert HostChainNotRegistered(contractChainId);
        if (config.isHostChainDisabled(contractChainId)) revert HostChainDisabled(contractChainId);
        payment.collectInputVerificationFee(msg.sender);
        uint256 zkProofId = ++proofCounter;
        proofs[zkProofId] = Proof(contractChainId, contractAddress, userAddress);
        emit VerifyProofRequest(
            zkProofId, contractChainId, contractAddress, userAddress, ciphertextWithZKProof, extraData
        );
    }

    /// @notice A coprocessor accepts the proof and names the handles of its inputs, signed with its own key.
    function verifyProofResponse(
        uint256 zkProofId,
        bytes32[] calldata ctHandles,
        bytes calldata signature,
        bytes calldata extraData
    ) external {
        address expectedSigner = _checkVoter(zkProofId);
        bytes32 digest = _digest(zkProofId, ctHandles, extraData);
        address signer = Ecdsa.recover(digest, signature);
        if (!config.isCoprocessorSigner(signer)) revert NotCoprocessorSigner(signer);
        if (signer != expectedSigner) revert CoprocessorSignerDoesNotMatchTxSender(signer, msg.sender);
        verifiedBy[zkProofId][signer] = true;
        signatures[zkProofId][digest].push(signature);
        verifiers[zkProofId][digest].push(msg.sender);
        emit VerifyProofResponseCall(zkProofId, ctHandles, signature, msg.sender, extraData);
        if (_undecided(zkProofId) && _isMajority(verifiers[zkProofId][digest].length)) {
            isProofVerified[zkProofId] = true;
            verifiedDigest[zkProofId] = digest;
            emit VerifyProofResponse(zkProofId, ctHandles, signatures[zkProofId][digest]);
        }
    }

    /// @notice A coprocessor refuses the proof.
    function rejectProofResponse(uint256 zkProofId, bytes calldata extraData) external {
        address signer = _checkVoter(zkProofId);
        rejectedBy[zkProofId][signer] = true;
        rejecters[zkProofId].push(msg.sender);
        emit RejectProofResponseCall(zkProofId, extraData);
        if (_undecided(zkProofId) && _isMajority(rejecters[zkProofId].length)) {
            isProofRejected[zkProofId] = true;
            emit RejectProofResponse(zkProofId);
        }
    }

    /// @notice Who has voted for the accepted handles; empty while the proof is not verified.
    function getVerifyProofConsensusTxSenders(uint256 zkProofId) external view returns (address[] memory) {
        return verifiers[zkProofId][verifiedDigest[zkProofId]];
    }

    /// @notice Who has voted for the rejection; empty while the proof is not rejected.
    function getRejectProofConsensusTxSenders(uint256 zkProofId) external view returns (address[] memory) {
        return isProofRejected[zkProofId] ? rejecters[zkProofId] : new address[](0);
    }

    function getVersion() external pure returns (string memory) {
        return "InputVerification v0.15.0";
    }

    /// @dev Each coprocessor has one vote on a proof, for or against. Returns the sender's signer.
    function _checkVoter(uint256 zkProofId) private view returns (address signer) {
        signer = config.getCoprocessorSignerOf(msg.sender);
        if (zkProofId == 0 || zkProofId > proofCounter) revert VerifyProofNotRequested(zkProofId);
        if (verifiedBy[zkProofId][signer]) revert CoprocessorAlreadyVerified(zkProofId, msg.sender, signer);
        if (rejectedBy[zkProofId][signer]) revert CoprocessorAlreadyRejected(zkProofId, msg.sender, signer);
    }

    function _undecided(uint256 zkProofId) private view returns (bool) {
        return !isProofVerified[zkProofId] && !isProofRejected[zkProofId];
    }

    function _isMajority(uint256 votes) private view returns (bool) {
        return votes >= config.getCoprocessorMajorityThreshold();
    }

    function _digest(uint256 zkProofId, bytes32[] calldata ctHandles, bytes calldata extraData)
        private
        view
        returns (bytes32)
    {
        Proof storage proof = proofs[zkProofId];
        bytes32 structHash = keccak256(
            abi.encode(
                CIPHERTEXT_VERIFICATION_TYPE_HASH,
                keccak256(abi.encodePacked(ctHandles)),
                proof.userAddress,
                proof.contractAddress,
                proof.contractChainId,
                keccak256(extraData)
            )
        );
        return Eip712.digest("InputVerification", block.chainid, address(this), structHash);
    }
}
