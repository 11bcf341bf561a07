package org.relayersuite.core.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.core.validation.SampleBodies.A;
import static org.relayersuite.core.validation.SampleBodies.FOREIGN_HANDLE;
import static org.relayersuite.core.validation.SampleBodies.HANDLE;
import static org.relayersuite.core.validation.SampleBodies.list;
import static org.relayersuite.core.validation.SampleBodies.pair;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
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
