package org.relayersuite.chain.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RequestKind;

class GatewayEventsTest {
    private static final Address DECRYPTION = Address.of("dd".repeat(20));
    private static final Address INPUT_VERIFICATION = Address.of("ee".repeat(20));
    private static final Hash ID = Hash.of("02" + "00".repeat(30) + "07");
    private static final String HUGE = "f".repeat(64);

    private final GatewayEvents events = new GatewayEvents(DECRYPTION, INPUT_VERIFICATION);

    private static String word(long value) {
        return "%064x".formatted(value);
    }

    private static String padded(String hex) {
        return hex + "0".repeat(64 - hex.length());
    }

    private static Address emitter(EventSignature event) {
        return event.source() == EventSignature.Source.DECRYPTION ? DECRYPTION : INPUT_VERIFICATION;
    }

    private static Log log(EventSignature event, String data) {
        List<Hash> topics = new ArrayList<>(List.of(event.topic()));
        for (int i = 0; i < event.indexed(); i++) {
            topics.add(ID);
        }
        return log(emitter(event), topics, data);
    }

    private static Log log(Address address, List<Hash> topics, String data) {
        return new Log(address, topics, Bytes.fromHex(data), 1, Hash.of("01".repeat(32)), ID, 4, false);
    }

    @ParameterizedTest
    @CsvSource({
        "VERIFY_PROOF_REQUEST,4ae54f6a6e900d806ffa5bb46ed91459523d2f6ac9b5d62404feab887686d005",
        "VERIFY_PROOF_RESPONSE,fe2c43585786a5a658d2ec5df5dea3fb3385b77c94f60f724ff810896f419835",
        "REJECT_PROOF_RESPONSE,e465e141fa8abd95ab7e0855543307f8506ab0170ef664420fb71ab7de0183de",
        "PUBLIC_DECRYPTION_REQUEST_OLD,22db480a39bd72556438aadb4a32a3d2a6638b87c03bbec5fef6997e109587ff",
        "PUBLIC_DECRYPTION_REQUEST,9bb088a53f1fe13ec84fa0a1d7b578b589e193268baaccc5e23f7ab785aa3dae",
        "PUBLIC_DECRYPTION_RESPONSE,d7e58a367a0a6c298e76ad5d240004e327aa1423cbe4bd7ff85d4c715ef8d15f",
        "USER_DECRYPTION_REQUEST_OLD,f9011bd6ba0da6049c520d70fe5971f17ed7ab795486052544b51019896c596b",
        "USER_DECRYPTION_REQUEST,c71e32c80f3109c673a9adfcded0b3b2093212ab284084a0e03a281dee2bdd5f",
        "UNIFIED_USER_DECRYPTION_REQUEST_OLD,1f80a47b51979837976f999a7735fdccbbe570e0d40081644ec88f8ed76c9612",
        "UNIFIED_USER_DECRYPTION_REQUEST,8ed4fab8b1d050676cd7d7d9fa448d5d22113375fab8ad4dc690e54593c527bf",
        "USER_DECRYPTION_RESPONSE,7fcdfb5381917f554a717d0a5470a33f5a49ba6445f05ec43c74c0bc2cc608b2",
        "USER_DECRYPTION_THRESHOLD_REACHED,e89752be0ecdb68b2a6eb5ef1a891039e0e92ae3c8a62274c5881e48eea1ed25"
    })
    void topicsAreThoseOfTheContracts(EventSignature event, String topic) {
        assertThat(event.topic()).isEqualTo(Hash.of(topic));
    }

    @ParameterizedTest
    @CsvSource({
        "VERIFY_PROOF_REQUEST,INPUT_PROOF",
        "PUBLIC_DECRYPTION_REQUEST_OLD,PUBLIC_DECRYPT",
        "PUBLIC_DECRYPTION_REQUEST,PUBLIC_DECRYPT",
        "USER_DECRYPTION_REQUEST_OLD,USER_DECRYPT",
        "USER_DECRYPTION_REQUEST,USER_DECRYPT",
        "UNIFIED_USER_DECRYPTION_REQUEST_OLD,USER_DECRYPT",
        "UNIFIED_USER_DECRYPTION_REQUEST,USER_DECRYPT"
    })
    void oldAndNewRequestEventsGiveTheSameIdWhateverTheirLayout(EventSignature event, RequestKind kind) {
        assertThat(events.decode(log(event, HUGE))).contains(new GatewayEvent.Requested(ID.value(), kind));
    }

    @Test
    void responsesAreDecoded() {
        // Given
        String accepted = word(0x40) + word(0x80) + word(1) + word(9) + word(1) + word(0x20) + word(1) + padded("aa");
        String responded = word(0x60)
                + word(0xa0)
                + word(0x140)
                + (word(2) + padded("0102"))
                + (word(1) + word(0x20) + word(2) + padded("bbbb") + word(0))
                + (word(1) + padded("00"));
        String share = word(3)
                + word(0x80)
                + word(0xc0)
                + word(0x100)
                + (word(1) + padded("01"))
                + (word(1) + padded("02"))
                + word(0);
        // When / Then
        assertThat(events.decode(log(EventSignature.VERIFY_PROOF_RESPONSE, accepted)))
                .contains(new GatewayEvent.InputProofAccepted(
                        ID.value(), List.of(Handle.of(word(9))), List.of(Bytes.fromHex("aa"))));
        assertThat(events.decode(log(EventSignature.PUBLIC_DECRYPTION_RESPONSE, responded)))
                .contains(new GatewayEvent.PublicDecryptResponded(
                        ID.value(), Bytes.fromHex("0102"), List.of(Bytes.fromHex("bbbb")), Bytes.fromHex("00")));
        assertThat(events.decode(log(EventSignature.USER_DECRYPTION_RESPONSE, share)))
                .contains(new GatewayEvent.ShareReceived(
                        ID.value(), 3, Bytes.fromHex("01"), Bytes.fromHex("02"), Bytes.EMPTY));
        assertThat(events.decode(log(EventSignature.REJECT_PROOF_RESPONSE, "")))
                .contains(new GatewayEvent.InputProofRejected(ID.value()));
        assertThat(events.decode(log(EventSignature.USER_DECRYPTION_THRESHOLD_REACHED, "")))
                .contains(new GatewayEvent.ThresholdReached(ID.value()));
    }

    @ParameterizedTest
    @EnumSource
    void eventsOfTheWrongContractAreNotOurs(EventSignature event) {
        Address other = emitter(event).equals(DECRYPTION) ? INPUT_VERIFICATION : DECRYPTION;
        List<Hash> topics = List.of(event.topic(), ID);
        assertThat(events.decode(log(other, topics, ""))).isEmpty();
        assertThat(events.decode(log(Address.of("99".repeat(20)), topics, ""))).isEmpty();
    }

    @Test
    void unknownAndAnonymousEventsAreNotOurs() {
        assertThat(events.decode(log(DECRYPTION, List.of(ID, ID), HUGE))).isEmpty();
        assertThat(events.decode(log(DECRYPTION, List.of(), HUGE))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aWrongNumberOfTopicsIsUndecodable(EventSignature event) {
        List<Hash> missing = List.of(event.topic());
        List<Hash> tooMany = List.of(event.topic(), ID, ID, ID);
        assertThatThrownBy(() -> events.decode(log(emitter(event), missing, "")))
                .isInstanceOf(UndecodableLogException.class);
        assertThatThrownBy(() -> events.decode(log(emitter(event), tooMany, "")))
                .isInstanceOf(UndecodableLogException.class)
                .hasMessageContaining("logIndex=4");
    }

    static Stream<Arguments> corruptions() {
        List<Arguments> all = new ArrayList<>();
        for (EventSignature event : List.of(
                EventSignature.VERIFY_PROOF_RESPONSE,
                EventSignature.PUBLIC_DECRYPTION_RESPONSE,
                EventSignature.USER_DECRYPTION_RESPONSE)) {
            all.add(Arguments.of(event, "no data", ""));
            all.add(Arguments.of(event, "one byte", "00"));
            all.add(Arguments.of(event, "head cut", word(0x40)));
            all.add(Arguments.of(event, "offsets of 2^256-1", HUGE.repeat(4)));
            all.add(Arguments.of(
                    event, "offsets of the largest int", word(Integer.MAX_VALUE).repeat(4)));
            all.add(Arguments.of(event, "offsets behind the end", word(0x81).repeat(4)));
            all.add(Arguments.of(event, "lengths of 2^256-1", word(0x80).repeat(4) + HUGE));
            all.add(Arguments.of(event, "lengths of the largest int", word(0x80).repeat(4) + word(Integer.MAX_VALUE)));
            all.add(Arguments.of(event, "lengths behind the end", word(0x80).repeat(4) + word(33) + word(0)));
        }
        String offset = word(0x40) + word(0x60) + word(0) + word(1) + HUGE;
        String length = word(0x40) + word(0x60) + word(0) + word(1) + word(0x20) + HUGE;
        all.add(Arguments.of(EventSignature.VERIFY_PROOF_RESPONSE, "inner offset of 2^256-1", offset));
        all.add(Arguments.of(EventSignature.VERIFY_PROOF_RESPONSE, "inner length of 2^256-1", length));
        String index = HUGE + word(0x80).repeat(3) + word(0);
        all.add(Arguments.of(EventSignature.USER_DECRYPTION_RESPONSE, "share index of 2^256-1", index));
        return all.stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("corruptions")
    void corruptDataIsUndecodableAndNothingElse(EventSignature event, String name, String data) {
        assertThatThrownBy(() -> events.decode(log(event, data)))
                .isExactlyInstanceOf(UndecodableLogException.class)
                .hasMessageContaining(event.signature());
    }
}
