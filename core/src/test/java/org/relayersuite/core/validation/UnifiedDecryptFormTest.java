package org.relayersuite.core.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.core.validation.SampleBodies.A;
import static org.relayersuite.core.validation.SampleBodies.B;
import static org.relayersuite.core.validation.SampleBodies.C;
import static org.relayersuite.core.validation.SampleBodies.CONTEXT;
import static org.relayersuite.core.validation.SampleBodies.EPOCH;
import static org.relayersuite.core.validation.SampleBodies.HANDLE;
import static org.relayersuite.core.validation.SampleBodies.entry;
import static org.relayersuite.core.validation.SampleBodies.list;
import static org.relayersuite.core.validation.SampleBodies.object;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

/** The third version of the API: problems carry their full path. */
class UnifiedDecryptFormTest {
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final String LAST_U64 = "18446744073709551615";

    private static final String U64 = "Must be an unsigned 64-bit number in decimal";
    private static final String FUTURE = "Must not be in the future";
    private static final String PREFIX = "Must start with 0x";
    private static final String HEX = "Must be an even number of hex digits after 0x";
    private static final String EXTRA_DATA =
            "Must be 0x00, or 0x01 with a context id, or 0x02 with a context id and an epoch id";

    private final RequestForm form = RequestForms.unifiedUserDecrypt(Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void becomesWhatItsFieldsSay() {
        assertThat(form.read(SampleBodies.unifiedUserDecrypt()))
                .isEqualTo(new Valid(new UnifiedUserDecrypt(
                        List.of(
                                new HandleEntry(Handle.of(HANDLE), Address.of(A), Address.of(B)),
                                new HandleEntry(Handle.of(HANDLE), Address.of(A), Address.of(C))),
                        Address.of(B),
                        List.of(Address.of(A)),
                        BigInteger.valueOf(1767225600),
                        BigInteger.valueOf(604800),
                        Bytes.fromHex("abcd"),
                        Bytes.fromHex("cd".repeat(65)),
                        Bytes.fromHex("00"))));
    }

    static Stream<Arguments> goodValues() {
        return Stream.of(
                Arguments.of("signature", ""),
                Arguments.of("signature", "0x"),
                Arguments.of("signature", "0x" + "cd".repeat(1000)),
                Arguments.of("attestedPayload.allowedContracts", list()),
                Arguments.of("attestedPayload.allowedContracts", list(A, B, C)),
                Arguments.of("attestedPayload.handles", list(entry(HANDLE, A, B))),
                Arguments.of("attestedPayload.handles", list(entry(HANDLE, A, C))),
                Arguments.of("attestedPayload.extraData", "0x01" + CONTEXT),
                Arguments.of("attestedPayload.extraData", "0x02" + CONTEXT + EPOCH),
                Arguments.of("attestedPayload.requestValidity.startTimestamp", Long.toString(NOW.getEpochSecond())),
                Arguments.of("attestedPayload.requestValidity.durationSeconds", LAST_U64),
                // Ends one second from now.
                Arguments.of("attestedPayload.requestValidity.durationSeconds", "86401"));
    }

    @ParameterizedTest
    @MethodSource("goodValues")
    void acceptsWhatIsAllowed(String path, Object value) {
        assertThat(form.read(with(path, value))).isInstanceOf(Valid.class);
    }

    static Stream<String> everyField() {
        return Stream.of(
                "attestationType",
                "attestedPayload",
                "attestedPayload.version",
                "attestedPayload.type",
                "attestedPayload.handles",
                "attestedPayload.handles[0].ctHandle",
                "attestedPayload.handles[0].contractAddress",
                "attestedPayload.handles[0].ownerAddress",
                "attestedPayload.handles[1].ownerAddress",
                "attestedPayload.userAddress",
                "attestedPayload.allowedContracts",
                "attestedPayload.requestValidity",
                "attestedPayload.requestValidity.startTimestamp",
                "attestedPayload.requestValidity.durationSeconds",
                "attestedPayload.publicKey",
                "attestedPayload.extraData",
                "signature");
    }

    @ParameterizedTest
    @MethodSource("everyField")
    void anAbsentFieldIsNamed(String path) {
        Map<String, Object> body = SampleBodies.unifiedUserDecrypt();
        parent(body, path).remove(lastKey(path));

        assertThat(form.read(body)).isEqualTo(missing(path));
    }

    @Test
    void ofAnEmptyBodyTheFirstFieldIsMissing() {
        assertThat(form.read(object())).isEqualTo(missing("attestationType"));
    }

    @ParameterizedTest
    @MethodSource("everyField")
    void aFieldOfAnotherTypeIsNamed(String path) {
        for (Object wrong : new Object[] {true, BigInteger.ONE, null}) {
            assertThat(form.read(with(path, wrong))).isInstanceOfSatisfying(Invalid.class, invalid -> {
                assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED);
                assertThat(invalid.details()).singleElement().satisfies(detail -> {
                    assertThat(detail.field()).isEqualTo(path);
                    assertThat(detail.issue()).startsWith("Must be ").contains(", not ");
                });
            });
        }
    }

    @Test
    void unknownKeysOfEnvelopeAndPayloadAreRefused() {
        assertThat(form.read(with("extra", "x")))
                .isEqualTo(
                        broken("request", "Must have no other keys than attestationType, attestedPayload, signature"));
        assertThat(form.read(with("attestedPayload.contractsChainId", "8009")))
                .isEqualTo(broken(
                        "attestedPayload",
                        "Must have no other keys than version, type, handles, userAddress, allowedContracts,"
                                + " requestValidity, publicKey, extraData"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"attestedPayload.handles[0].extra", "attestedPayload.requestValidity.extra"})
    void unknownKeysFurtherInsideAreIgnored(String path) {
        assertThat(form.read(with(path, list(true)))).isInstanceOf(Valid.class);
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                        Stream.of(
                                bad("attestationType", "", "Must be eip712-unified-user-decrypt-v1"),
                                bad(
                                        "attestationType",
                                        "eip712-unified-user-decrypt-v2",
                                        "Must be eip712-unified-user-decrypt-v1"),
                                bad("attestedPayload.version", "1.0", "Must be 2.0"),
                                bad("attestedPayload.version", "2", "Must be 2.0"),
                                bad("attestedPayload.type", "User_Decryption", "Must be user_decryption"),
                                bad("attestedPayload.handles", list(), "Must not be empty"),
                                bad("attestedPayload.publicKey", "abcd", PREFIX),
                                bad("attestedPayload.publicKey", "0x", "Must have at least 4 characters"),
                                bad("attestedPayload.publicKey", "", "Must have at least 4 characters", PREFIX),
                                bad("attestedPayload.publicKey", "0xabc", HEX),
                                bad("attestedPayload.publicKey", "0xabcg", HEX),
                                bad("signature", "cd".repeat(65), PREFIX),
                                bad("signature", "0xc", HEX),
                                bad("signature", "0xzz", HEX)),
                        badAddresses("attestedPayload.userAddress"),
                        badAddresses("attestedPayload.allowedContracts[0]"),
                        badAddresses("attestedPayload.handles[0].contractAddress"),
                        badAddresses("attestedPayload.handles[1].ownerAddress"),
                        badHandles("attestedPayload.handles[1].ctHandle"),
                        badExtraData(),
                        badValidities())
                .flatMap(bad -> bad);
    }

    private static Stream<Arguments> badAddresses(String path) {
        String length = "Must be 42 characters long: 0x and 40 hex digits";
        return Stream.of(
                bad(path, "", PREFIX),
                bad(path, "aa".repeat(20), PREFIX),
                bad(path, "0x" + "a".repeat(39), length),
                bad(path, "0x" + "a".repeat(41), length),
                bad(path, "0x" + "a".repeat(39) + "g", "Must have only hex digits after 0x"));
    }

    private static Stream<Arguments> badHandles(String path) {
        return Stream.of(
                bad(path, "", PREFIX),
                bad(path, "11".repeat(32), PREFIX),
                bad(path, "0x" + "11".repeat(31) + "zz", HEX),
                bad(path, "0x" + "11".repeat(31), "Must be 32 bytes: 0x and 64 hex digits"),
                bad(path, "0x" + "11".repeat(33), "Must be 32 bytes: 0x and 64 hex digits"));
    }

    private static Stream<Arguments> badExtraData() {
        return Stream.of("", "0x", "0x01", "garbage", "0x01" + "00".repeat(32), "0x02" + CONTEXT + "00".repeat(32))
                .map(value -> bad("attestedPayload.extraData", value, EXTRA_DATA));
    }

    private static Stream<Arguments> badValidities() {
        String validity = "attestedPayload.requestValidity";
        String start = validity + ".startTimestamp";
        String duration = validity + ".durationSeconds";
        String ended = "Must not have ended: startTimestamp plus durationSeconds must be in the future";
        return Stream.of(
                bad(start, Long.toString(NOW.getEpochSecond() + 1), FUTURE),
                bad(start, LAST_U64, FUTURE),
                bad(start, "18446744073709551616", U64),
                bad(start, "0x0", U64),
                bad(start, "-1", U64),
                bad(start, "", U64),
                bad(duration, "18446744073709551616", U64),
                bad(duration, "0x1", U64),
                bad(duration, "1.5", U64),
                bad(duration, "a day", U64),
                // Ends this very second, or earlier.
                Arguments.of(duration, "86400", List.of(new FieldIssue(validity, ended))),
                Arguments.of(duration, "0", List.of(new FieldIssue(validity, ended))),
                Arguments.of(start, "0", List.of(new FieldIssue(validity, ended))));
    }

    private static Arguments bad(String path, Object value, String... issues) {
        return Arguments.of(
                path,
                value,
                Stream.of(issues).map(issue -> new FieldIssue(path, issue)).toList());
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void aValueThatBreaksARuleIsToldUnderItsPath(String path, Object value, List<FieldIssue> issues) {
        assertThat(form.read(with(path, value)))
                .isEqualTo(new Invalid(ErrorLabel.VALIDATION_FAILED, "The request is not valid", issues));
    }

    @Test
    void allFieldsAreToldAtOnceButOfAListOnlyTheFirstBadElement() {
        // Given two bad entries, of which the first breaks two rules, and problems around them
        Map<String, Object> body = with("attestedPayload.handles", list(entry("", "", B), entry("", "", "")));
        body.put("signature", "0xz");
        parent(body, "attestedPayload.version").put("version", "3.0");

        // Then
        assertThat(form.read(body))
                .isInstanceOfSatisfying(
                        Invalid.class,
                        invalid -> assertThat(invalid.details())
                                .extracting(FieldIssue::field)
                                .containsExactly(
                                        "attestedPayload.version",
                                        "attestedPayload.handles[0].ctHandle",
                                        "attestedPayload.handles[0].contractAddress",
                                        "signature"));
    }

    private static Map<String, Object> with(String path, Object value) {
        Map<String, Object> body = SampleBodies.unifiedUserDecrypt();
        if (path.endsWith("]")) {
            String key = path.substring(0, path.indexOf('['));
            parent(body, key).put(lastKey(key), list(value));
        } else {
            parent(body, path).put(lastKey(path), value);
        }
        return body;
    }

    /** The object that has the last key of {@code path}, such as {@code attestedPayload.handles[1].ctHandle}. */
    @SuppressWarnings("unchecked") // The sample is made of maps with text keys.
    private static Map<String, Object> parent(Map<String, Object> body, String path) {
        Object at = body;
        String[] steps = path.split("\\.");
        for (int i = 0; i < steps.length - 1; i++) {
            String[] keyAndIndex = steps[i].split("[\\[\\]]");
            at = ((Map<String, Object>) at).get(keyAndIndex[0]);
            if (keyAndIndex.length > 1) {
                at = ((List<Object>) at).get(Integer.parseInt(keyAndIndex[1]));
            }
        }
        return (Map<String, Object>) at;
    }

    private static String lastKey(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private static Invalid missing(String path) {
        return new Invalid(
                ErrorLabel.MISSING_FIELDS,
                "A required field is missing",
                List.of(new FieldIssue(path, "Required but missing")));
    }

    private static Invalid broken(String field, String issue) {
        return new Invalid(
                ErrorLabel.VALIDATION_FAILED, "The request is not valid", List.of(new FieldIssue(field, issue)));
    }
}
