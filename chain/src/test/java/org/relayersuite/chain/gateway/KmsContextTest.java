package org.relayersuite.chain.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.core.Bytes;

class KmsContextTest {
    private static final String ID = "07" + "00".repeat(30) + "2a";
    private static final BigInteger VALUE = new BigInteger(ID, 16);

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "00ffff"})
    void emptyAndVersionZeroNameNoContext(String extraData) {
        assertThat(KmsContext.ofExtraData(Bytes.fromHex(extraData))).isEqualTo(KmsContext.NONE);
    }

    @Test
    void versionsOneAndTwoCarryTheId() {
        assertThat(KmsContext.ofExtraData(Bytes.fromHex("01" + ID)).id()).isEqualTo(VALUE);
        assertThat(KmsContext.ofExtraData(Bytes.fromHex("01" + ID + "ff")).id()).isEqualTo(VALUE);
        assertThat(KmsContext.ofExtraData(Bytes.fromHex("02" + ID + "ee".repeat(32)))
                        .id())
                .isEqualTo(VALUE);
    }

    @Test
    void shortAndUnknownVersionsAreRefused() {
        for (String extraData :
                new String[] {"01", "01" + "00".repeat(31), "02" + ID, "02" + ID + "ee".repeat(31), "03" + ID, "ff"}) {
            assertThatThrownBy(() -> KmsContext.ofExtraData(Bytes.fromHex(extraData)))
                    .isInstanceOf(AbiException.class);
        }
    }
}
