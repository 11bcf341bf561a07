package org.relayersuite.chain.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.error.ErrorLabel;

class RevertReasonTest {
    private static final String SELECTORS = """
            EnforcedPause d93c0665
            ERC20InsufficientBalance e450d38c
            ERC20InsufficientAllowance fb8f41b2
            InvalidUserSignature 2a873d27
            ECDSAInvalidSignature f645eedf
            ECDSAInvalidSignatureLength fce698f7
            ECDSAInvalidSignatureS d78bce0c
            CiphertextMaterialNotFound 0666cbdf
            EmptyCtHandles 2de75438
            EmptyCtHandleContractPairs a6a6cb21
            EmptyHandles 240e9309
            EmptyContractAddresses 57cfa217
            ContractAddressesMaxLengthExceeded af1f0495
            ContractNotInContractAddresses a4c30391
            UserAddressInContractAddresses dc4d78b1
            DelegatorAddressInContractAddresses c3446ac7
            CtHandleChainIdDiffersFromContractChainId 9590e916
            MaxDecryptionRequestBitSizeExceeded e7f4895d
            DifferentKeyIdsNotAllowed cfae921f
            InvalidFHEType 641950d7
            UnsupportedFHEType be7830b1
            InvalidNullDurationDays de2859c1
            MaxDurationDaysExceeded 32951863
            InvalidNullDurationSeconds 48a788dc
            MaxDurationSecondsExceeded ae52eb12
            StartTimestampInFuture f24c0887
            UserDecryptionRequestExpired 30348040
            UserDecryptionRequestExpiredSeconds 678fcfce
            InvalidExtraDataLength 93548a66
            UnsupportedExtraDataVersion 2139cc2c
            InvalidNullContextId cb17b7a5
            InvalidKmsContext 77ddbe81
            HostChainNotRegistered b6679c3b
            HostChainDisabled 603668c4
            """;

    private static Optional<RevertReason> reason(String message, String data) {
        return RevertReason.of(
                new RpcErrorException(3, message, Optional.ofNullable(data).map(Bytes::fromHex)));
    }

    @Test
    void everyErrorHasTheSelectorOfTheContracts() {
        // Given
        Map<String, String> expected = SELECTORS
                .lines()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
        // When
        Map<String, String> actual = Stream.of(Revert.values())
                .collect(Collectors.toMap(
                        Revert::errorName, revert -> revert.selector().toBareHex()));
        // Then
        assertThat(actual).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "d93c0665,EnforcedPause,PROTOCOL_PAUSED",
        "e450d38c,ERC20InsufficientBalance,INSUFFICIENT_BALANCE",
        "fb8f41b2,ERC20InsufficientAllowance,INSUFFICIENT_ALLOWANCE",
        "2a873d27,InvalidUserSignature,VALIDATION_FAILED",
        "f645eedf,ECDSAInvalidSignature,VALIDATION_FAILED",
        "fce698f7,ECDSAInvalidSignatureLength,VALIDATION_FAILED",
        "d78bce0c,ECDSAInvalidSignatureS,VALIDATION_FAILED",
        "b6679c3b,HostChainNotRegistered,VALIDATION_FAILED",
        "0666cbdf,CiphertextMaterialNotFound,INTERNAL_SERVER_ERROR",
        "12345678,unknown,INTERNAL_SERVER_ERROR"
    })
    void theDataOfTheErrorTellsTheReason(String selector, String name, ErrorLabel label) {
        // When
        Optional<RevertReason> reason = reason("execution reverted: 0x2a873d27", selector + "00".repeat(32));
        // Then
        assertThat(reason).contains(new RevertReason(Bytes.fromHex(selector), name));
        assertThat(reason.get().label()).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execution reverted: 0xd93c0665",
                "execution reverted, data: \"0xD93C0665\"",
                "execution reverted: d93c0665",
                "VM Exception: custom error 0xd93c06650000000000000000000000000000000000000000000000000000000000000001",
                "call to 0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa failed: custom error d93c0665:"
            })
    void withoutDataTheTextTellsIt(String message) {
        assertThat(reason(message, null)).map(RevertReason::name).contains("EnforcedPause");
        assertThat(reason(message, "0x")).map(RevertReason::name).contains("EnforcedPause");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execution reverted",
                "nonce too low: address 0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "insufficient funds for gas 12345678",
                "0x",
                ""
            })
    void anErrorThatIsNoKnownRevertTellsNothing(String message) {
        assertThat(reason(message, null)).isEmpty();
    }
}
