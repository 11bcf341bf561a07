package org.relayersuite.chain.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

class GatewayConfigCallsTest {
    private static final Address CONTRACT = Address.of("9c".repeat(20));
    private static final String CHAIN = "%064x".formatted(8009);

    private final GatewayConfigCalls calls = new GatewayConfigCalls(CONTRACT);

    @Test
    void questionsAreThoseOfTheContract() {
        BigInteger chainId = BigInteger.valueOf(8009);
        assertThat(calls.isHostChainRegistered(chainId)).isEqualTo(call("bff3aaba"));
        assertThat(calls.isHostChainDisabled(chainId)).isEqualTo(call("ccc50dba"));
        assertThat(calls.isValidKmsContext(new KmsContext(chainId))).isEqualTo(call("bf9b16c8"));
    }

    private static ContractCall call(String selector) {
        return new ContractCall(CONTRACT, Bytes.fromHex(selector + CHAIN));
    }

    @Test
    void anAnswerIsYesOrNo() {
        assertThat(AbiReader.onlyBool(Bytes.fromHex("00".repeat(31) + "01"))).isTrue();
        assertThat(AbiReader.onlyBool(Bytes.fromHex("00".repeat(32)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "01", "0000000000000000000000000000000000000000000000000000000000000002"})
    void anythingElseIsNoAnswer(String answer) {
        assertThatThrownBy(() -> AbiReader.onlyBool(Bytes.fromHex(answer))).isInstanceOf(AbiException.class);
    }
}
