package org.relayersuite.core.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.core.validation.SampleBodies.A;
import static org.relayersuite.core.validation.SampleBodies.B;
import static org.relayersuite.core.validation.SampleBodies.FOREIGN_HANDLE;
import static org.relayersuite.core.validation.SampleBodies.HANDLE;
import static org.relayersuite.core.validation.SampleBodies.entry;
import static org.relayersuite.core.validation.SampleBodies.list;
import static org.relayersuite.core.validation.SampleBodies.pair;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

class RequestValidatorTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T00:00:00Z"), ZoneOffset.UTC);

    private final RequestValidator validator = new RequestValidator(
            new HostChains(Set.of(BigInteger.valueOf(8009), BigInteger.valueOf(9001))), new RequestLimits(CLOCK));

    @Test
    void acceptsHandlesOfAllConfiguredChains() {
        Map<String, Object> json = SampleBodies.publicDecrypt();
        json.put("ciphertextHandles", list(HANDLE, HANDLE.replace("1f49", "2329")));

        assertThat(validator.validate(RequestForms.publicDecrypt(), json)).isInstanceOf(Valid.class);
    }

    @Test
    void refusesAPublicDecryptWithOneHandleOfAnUnknownChain() {
        Map<String, Object> json = SampleBodies.publicDecrypt();
        json.put("ciphertextHandles", list(HANDLE, FOREIGN_HANDLE));

        assertThat(validator.validate(RequestForms.publicDecrypt(), json)).isEqualTo(unsupported());
    }

    @Test
    void refusesAUserDecryptWithOneHandleOfAnUnknownChain() {
        Map<String, Object> json = SampleBodies.userDecrypt();
        json.put("handleContractPairs", list(pair(HANDLE, A), pair(FOREIGN_HANDLE, A)));

        assertThat(validator.validate(RequestForms.userDecrypt(CLOCK), json)).isEqualTo(unsupported());
    }

    @Test
    void refusesTheOtherUserDecryptsWithOneHandleOfAnUnknownChain() {
        Map<String, Object> delegated = SampleBodies.delegatedUserDecrypt();
        delegated.put("handleContractPairs", list(pair(HANDLE, A), pair(FOREIGN_HANDLE, A)));
        Map<String, Object> unified = SampleBodies.unifiedUserDecrypt();
        payload(unified).put("handles", list(entry(HANDLE, A, B), entry(FOREIGN_HANDLE, A, B)));

        assertThat(validator.validate(RequestForms.delegatedUserDecrypt(CLOCK), delegated))
                .isEqualTo(unsupported());
        assertThat(validator.validate(RequestForms.unifiedUserDecrypt(CLOCK), unified))
                .isEqualTo(unsupported());
    }

    @Test
    void refusesAUnifiedUserDecryptOverTwoKnownChains() {
        Map<String, Object> unified = SampleBodies.unifiedUserDecrypt();
        payload(unified).put("handles", list(entry(HANDLE, A, B), entry(HANDLE.replace("1f49", "2329"), A, B)));

        assertThat(validator.validate(RequestForms.unifiedUserDecrypt(CLOCK), unified))
                .isInstanceOfSatisfying(Invalid.class, invalid -> {
                    assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED);
                    assertThat(invalid.details())
                            .extracting(FieldIssue::field)
                            .containsExactly("attestedPayload.handles");
                });
    }

    @Test
    void brokenRulesAreToldBeforeTheContractsLimits() {
        // Given eleven contracts, and an address that is none
        Map<String, Object> json = SampleBodies.userDecrypt();
        json.put("contractAddresses", new ArrayList<>(Collections.nCopies(11, A)));
        json.put("userAddress", "0x");

        assertThat(validator.validate(RequestForms.userDecrypt(CLOCK), json))
                .isInstanceOfSatisfying(
                        Invalid.class,
                        invalid -> assertThat(invalid.details())
                                .extracting(FieldIssue::field)
                                .containsExactly("userAddress"));
    }

    @SuppressWarnings("unchecked") // The sample is made of maps with text keys.
    private static Map<String, Object> payload(Map<String, Object> body) {
        return (Map<String, Object>) body.get("attestedPayload");
    }

    @Test
    void brokenRulesAreToldBeforeAnUnknownChain() {
        Map<String, Object> json = SampleBodies.publicDecrypt();
        json.put("ciphertextHandles", list(FOREIGN_HANDLE));
        json.put("extraData", "0x01");

        assertThat(validator.validate(RequestForms.publicDecrypt(), json))
                .isInstanceOfSatisfying(
                        Invalid.class, invalid -> assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED));
    }

    @Test
    void theChainOfAnInputProofIsLeftToTheGateway() {
        Map<String, Object> json = SampleBodies.inputProof();
        json.put("contractChainId", "99999");

        assertThat(validator.validate(RequestForms.inputProof(), json)).isInstanceOf(Valid.class);
    }

    private static Invalid unsupported() {
        return new Invalid(ErrorLabel.HOST_CHAIN_ID_NOT_SUPPORTED, "Host chain id 99999 is not supported", List.of());
    }
}
