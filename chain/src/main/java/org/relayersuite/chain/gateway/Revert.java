package org.relayersuite.chain.gateway;

import java.util.Optional;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.error.ErrorLabel;

/**
 * The errors with which the gateway contracts refuse a request (spec/relayer.md 3.9), and what the client is told. What
 * is wrong with the request itself is {@code validation_failed}; what the relayer has to put right is not.
 */
public enum Revert {
    ENFORCED_PAUSE("EnforcedPause()", ErrorLabel.PROTOCOL_PAUSED),
    ERC20_INSUFFICIENT_BALANCE("ERC20InsufficientBalance(address,uint256,uint256)", ErrorLabel.INSUFFICIENT_BALANCE),
    ERC20_INSUFFICIENT_ALLOWANCE(
            "ERC20InsufficientAllowance(address,uint256,uint256)", ErrorLabel.INSUFFICIENT_ALLOWANCE),
    INVALID_USER_SIGNATURE("InvalidUserSignature(bytes)", ErrorLabel.VALIDATION_FAILED),
    ECDSA_INVALID_SIGNATURE("ECDSAInvalidSignature()", ErrorLabel.VALIDATION_FAILED),
    ECDSA_INVALID_SIGNATURE_LENGTH("ECDSAInvalidSignatureLength(uint256)", ErrorLabel.VALIDATION_FAILED),
    ECDSA_INVALID_SIGNATURE_S("ECDSAInvalidSignatureS(bytes32)", ErrorLabel.VALIDATION_FAILED),
    CIPHERTEXT_MATERIAL_NOT_FOUND("CiphertextMaterialNotFound(bytes32)", ErrorLabel.INTERNAL_SERVER_ERROR),
    EMPTY_CT_HANDLES("EmptyCtHandles()", ErrorLabel.VALIDATION_FAILED),
    EMPTY_CT_HANDLE_CONTRACT_PAIRS("EmptyCtHandleContractPairs()", ErrorLabel.VALIDATION_FAILED),
    EMPTY_HANDLES("EmptyHandles()", ErrorLabel.VALIDATION_FAILED),
    EMPTY_CONTRACT_ADDRESSES("EmptyContractAddresses()", ErrorLabel.VALIDATION_FAILED),
    CONTRACT_ADDRESSES_MAX_LENGTH_EXCEEDED(
            "ContractAddressesMaxLengthExceeded(uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    CONTRACT_NOT_IN_CONTRACT_ADDRESSES(
            "ContractNotInContractAddresses(address,address[])", ErrorLabel.VALIDATION_FAILED),
    USER_ADDRESS_IN_CONTRACT_ADDRESSES(
            "UserAddressInContractAddresses(address,address[])", ErrorLabel.VALIDATION_FAILED),
    DELEGATOR_ADDRESS_IN_CONTRACT_ADDRESSES(
            "DelegatorAddressInContractAddresses(address,address[])", ErrorLabel.VALIDATION_FAILED),
    CT_HANDLE_CHAIN_ID_DIFFERS_FROM_CONTRACT_CHAIN_ID(
            "CtHandleChainIdDiffersFromContractChainId(bytes32,uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    MAX_DECRYPTION_REQUEST_BIT_SIZE_EXCEEDED(
            "MaxDecryptionRequestBitSizeExceeded(uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    DIFFERENT_KEY_IDS_NOT_ALLOWED(
            "DifferentKeyIdsNotAllowed((bytes32,uint256,bytes32,address[]),(bytes32,uint256,bytes32,address[]))",
            ErrorLabel.VALIDATION_FAILED),
    INVALID_FHE_TYPE("InvalidFHEType(uint8)", ErrorLabel.VALIDATION_FAILED),
    UNSUPPORTED_FHE_TYPE("UnsupportedFHEType(uint8)", ErrorLabel.VALIDATION_FAILED),
    INVALID_NULL_DURATION_DAYS("InvalidNullDurationDays()", ErrorLabel.VALIDATION_FAILED),
    MAX_DURATION_DAYS_EXCEEDED("MaxDurationDaysExceeded(uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    INVALID_NULL_DURATION_SECONDS("InvalidNullDurationSeconds()", ErrorLabel.VALIDATION_FAILED),
    MAX_DURATION_SECONDS_EXCEEDED("MaxDurationSecondsExceeded(uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    START_TIMESTAMP_IN_FUTURE("StartTimestampInFuture(uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    USER_DECRYPTION_REQUEST_EXPIRED(
            "UserDecryptionRequestExpired(uint256,(uint256,uint256))", ErrorLabel.VALIDATION_FAILED),
    USER_DECRYPTION_REQUEST_EXPIRED_SECONDS(
            "UserDecryptionRequestExpiredSeconds(uint256,(uint256,uint256))", ErrorLabel.VALIDATION_FAILED),
    INVALID_EXTRA_DATA_LENGTH("InvalidExtraDataLength(uint256,uint256)", ErrorLabel.VALIDATION_FAILED),
    UNSUPPORTED_EXTRA_DATA_VERSION("UnsupportedExtraDataVersion(uint8)", ErrorLabel.VALIDATION_FAILED),
    INVALID_NULL_CONTEXT_ID("InvalidNullContextId()", ErrorLabel.VALIDATION_FAILED),
    INVALID_KMS_CONTEXT("InvalidKmsContext(uint256)", ErrorLabel.VALIDATION_FAILED),
    HOST_CHAIN_NOT_REGISTERED("HostChainNotRegistered(uint256)", ErrorLabel.VALIDATION_FAILED),
    HOST_CHAIN_DISABLED("HostChainDisabled(uint256)", ErrorLabel.VALIDATION_FAILED);

    private final String signature;
    private final ErrorLabel label;
    private final Bytes selector;

    Revert(String signature, ErrorLabel label) {
        this.signature = signature;
        this.label = label;
        this.selector = Keccak.selector(signature);
    }

    /** The error's canonical signature. */
    public String signature() {
        return signature;
    }

    /** The error's name in the contract, without parameters. */
    public String errorName() {
        return signature.substring(0, signature.indexOf('('));
    }

    /** What the client is told. */
    public ErrorLabel label() {
        return label;
    }

    /** The first 4 bytes of the revert data. */
    public Bytes selector() {
        return selector;
    }

    /** Finds the error by its 4-byte selector. */
    public static Optional<Revert> ofSelector(Bytes selector) {
        for (Revert revert : values()) {
            if (revert.selector.equals(selector)) {
                return Optional.of(revert);
            }
        }
        return Optional.empty();
    }
}
