package org.relayersuite.chain.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

class WalletCallsTest {
    private static final Address WALLET = Address.of("aa".repeat(20));

    @Test
    void theCallIsThatOfErc1271() {
        // When
        ContractCall call = WalletCalls.isValidSignature(WALLET, Hash.of("11".repeat(32)), Bytes.fromHex("c0ffee"));
        // Then
        assertThat(call.to()).isEqualTo(WALLET);
        assertThat(call.data().toBareHex())
                .isEqualTo("1626ba7e" + "11".repeat(32) + "%064x".formatted(64) + "%064x".formatted(3) + "c0ffee"
                        + "00".repeat(29));
    }

    @ParameterizedTest
    @CsvSource({
        "1626ba7e, 28, true",
        "1626ba7e, 60, true",
        "1626ba7e, 27, false",
        "1626ba7e, 0, false",
        "1626ba7f, 28, false",
        "0626ba7e, 28, false",
        "ffffffff, 28, false"
    })
    void aWalletAcceptsByAWordThatBeginsWithTheSelector(String start, int zeros, boolean accepted) {
        assertThat(WalletCalls.accepts(Bytes.fromHex(start + "00".repeat(zeros))))
                .isEqualTo(accepted);
    }
}
