package org.relayersuite.core.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.core.validation.SampleBodies.A;
import static org.relayersuite.core.validation.SampleBodies.B;
import static org.relayersuite.core.validation.SampleBodies.C;
import static org.relayersuite.core.validation.SampleBodies.CONTEXT;
import static org.relayersuite.core.validation.SampleBodies.EPOCH;
import static org.relayersuite.core.validation.SampleBodies.HANDLE;
import static org.relayersuite.core.validation.SampleBodies.list;
import static org.relayersuite.core.validation.SampleBodies.object;
import static org.relayersuite.core.validation.SampleBodies.pair;
import static org.relayersuite.core.validation.SampleBodies.validity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.InternalJobId;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;

class RequestFormsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

    private static final String ADDRESS_PREFIX = "Must start with 0x";
    private static final String ADDRESS_LENGTH = "Must be 42 characters long: 0x and 40 hex digits";
    private static final String ADDRESS_DIGITS = "Must have only hex digits after 0x";
    private static final String HANDLE_DIGITS = "Must be an even number of hex digits after 0x";
    private static final String HANDLE_LENGTH = "Must be 32 bytes: 0x and 64 hex digits";
    private static final String BARE_PREFIX = "Must not start with 0x";
    private static final String BARE_DIGITS = "Must be an even number of hex digits";
    private static final String SIGNATURE_LENGTH = "Must be 130 characters long: 65 bytes as hex without 0x";
    private static final String EMPTY_LIST = "Must not be empty";
    private static final String CHAIN_ID = "Must be an unsigned 64-bit number, in decimal or as hex with 0x";
    private static final String DECRYPT_EXTRA_DATA =
            "Must be 0x00, or 0x01 with a context id, or 0x02 with a context id and an epoch id";
    private static final String START =
            "startTimestamp must be an unsigned 256-bit number, in decimal or as hex with 0x";
    private static final String FUTURE = "startTimestamp must not be in the future";
    private static final String DURATION = "durationDays must be an unsigned 32-bit number in decimal";

    /** The endpoints of the second version of the API, each with a body that keeps every rule. */
    enum Endpoint {
        INPUT_PROOF(RequestForms.inputProof(), SampleBodies::inputProof),
        PUBLIC_DECRYPT(RequestForms.publicDecrypt(), SampleBodies::publicDecrypt),
        USER_DECRYPT(RequestForms.userDecrypt(Clock.fixed(NOW, ZoneOffset.UTC)), SampleBodies::userDecrypt),
        DELEGATED_USER_DECRYPT(
                RequestForms.delegatedUserDecrypt(Clock.fixed(NOW, ZoneOffset.UTC)),
                SampleBodies::delegatedUserDecrypt);

        private final RequestForm form;
        private final Supplier<Map<String, Object>> body;

        Endpoint(RequestForm form, Supplier<Map<String, Object>> body) {
            this.form = form;
            this.body = body;
        }

        Validation read(Map<String, Object> json) {
            return form.read(json);
        }

        Validation readWith(String field, Object value) {
            Map<String, Object> json = body.get();
            json.put(field, value);
            return read(json);
        }
    }

    @Test
    void anInputProofBecomesWhatItsFieldsSay() {
        assertThat(Endpoint.INPUT_PROOF.read(SampleBodies.inputProof()))
                .isEqualTo(new Valid(new InputProof(
                        BigInteger.valueOf(8009),
                        Address.of(A),
                        Address.of(B),
                        Bytes.fromHex("deadbeef"),
                        Bytes.fromHex("00"))));
    }

    @Test
    void aPublicDecryptBecomesWhatItsFieldsSay() {
        assertThat(Endpoint.PUBLIC_DECRYPT.read(SampleBodies.publicDecrypt()))
                .isEqualTo(new Valid(new PublicDecrypt(List.of(Handle.of(HANDLE)), Bytes.fromHex("00"))));
    }

    @Test
    void aUserDecryptBecomesWhatItsFieldsSay() {
        assertThat(Endpoint.USER_DECRYPT.read(SampleBodies.userDecrypt()))
                .isEqualTo(new Valid(new UserDecrypt(
                        List.of(new HandleContractPair(Handle.of(HANDLE), Address.of(A))),
                        BigInteger.valueOf(1767225600),
                        7,
                        BigInteger.valueOf(8009),
                        List.of(Address.of(A)),
                        Address.of(B),
                        Bytes.fromHex("abcd"),
                        Bytes.fromHex("cd".repeat(65)),
                        Bytes.fromHex("00"))));
    }

    @Test
    void aDelegatedUserDecryptBecomesWhatItsFieldsSay() {
        assertThat(Endpoint.DELEGATED_USER_DECRYPT.read(SampleBodies.delegatedUserDecrypt()))
                .isEqualTo(new Valid(new DelegatedUserDecrypt(
                        List.of(new HandleContractPair(Handle.of(HANDLE), Address.of(A))),
                        BigInteger.valueOf(1767225600),
                        7,
                        BigInteger.valueOf(8009),
                        List.of(Address.of(A)),
                        Address.of(B),
                        Address.of(C),
                        Bytes.fromHex("abcd"),
                        Bytes.fromHex("cd".repeat(65)),
                        Bytes.fromHex("00"))));
    }

    static Stream<Arguments> goodValues() {
        return Stream.of(
                Arguments.of(Endpoint.INPUT_PROOF, "contractChainId", "0x1f49"),
                Arguments.of(Endpoint.INPUT_PROOF, "contractChainId", BigInteger.valueOf(8009)),
                Arguments.of(Endpoint.INPUT_PROOF, "contractChainId", "18446744073709551615"),
                Arguments.of(Endpoint.INPUT_PROOF, "contractChainId", "0xffffffffffffffff"),
                Arguments.of(Endpoint.INPUT_PROOF, "contractAddress", "0x" + "aA".repeat(20)),
                Arguments.of(Endpoint.INPUT_PROOF, "ciphertextWithInputVerification", "DEADbeef"),
                Arguments.of(Endpoint.PUBLIC_DECRYPT, "ciphertextHandles", list(HANDLE, HANDLE)),
                Arguments.of(Endpoint.PUBLIC_DECRYPT, "extraData", "0x01" + CONTEXT),
                Arguments.of(Endpoint.PUBLIC_DECRYPT, "extraData", "0x02" + CONTEXT + EPOCH),
                Arguments.of(Endpoint.USER_DECRYPT, "extraData", "0x02" + CONTEXT + EPOCH),
                Arguments.of(Endpoint.USER_DECRYPT, "contractsChainId", BigInteger.ONE),
                Arguments.of(Endpoint.USER_DECRYPT, "contractAddresses", list(A, B)),
                Arguments.of(Endpoint.USER_DECRYPT, "requestValidity", validity("0x0", "4294967295")),
                Arguments.of(
                        Endpoint.USER_DECRYPT, "requestValidity", validity(Long.toString(NOW.getEpochSecond()), "0")),
                Arguments.of(Endpoint.DELEGATED_USER_DECRYPT, "contractsChainId", BigInteger.ONE),
                Arguments.of(Endpoint.DELEGATED_USER_DECRYPT, "extraData", "0x01" + CONTEXT),
                Arguments.of(Endpoint.DELEGATED_USER_DECRYPT, "startTimestamp", "0x0"),
                Arguments.of(Endpoint.DELEGATED_USER_DECRYPT, "startTimestamp", Long.toString(NOW.getEpochSecond())),
                Arguments.of(Endpoint.DELEGATED_USER_DECRYPT, "durationDays", "4294967295"));
    }

    @ParameterizedTest
    @MethodSource("goodValues")
    void acceptsEveryNotationThatIsAllowed(Endpoint endpoint, String field, Object value) {
        assertThat(endpoint.readWith(field, value)).isInstanceOf(Valid.class);
    }

    @Test
    void theNotationOfNumbersAndTheCaseOfHexMakeNoDifferenceToTheJob() {
        // Given the same request in another notation
        Map<String, Object> other = SampleBodies.inputProof();
        other.put("contractChainId", "0x1F49");
        other.put("contractAddress", "0x" + "AA".repeat(20));
        other.put("ciphertextWithInputVerification", "DEADBEEF");

        // Then both have one internal id
        assertThat(jobId(Endpoint.INPUT_PROOF.read(other)))
                .isEqualTo(jobId(Endpoint.INPUT_PROOF.read(SampleBodies.inputProof())));
    }

    static Stream<Arguments> everyField() {
        return Stream.of(Endpoint.values())
                .flatMap(endpoint -> endpoint.body.get().keySet().stream().map(field -> Arguments.of(endpoint, field)));
    }

    @ParameterizedTest
    @MethodSource("everyField")
    void anAbsentFieldIsNamed(Endpoint endpoint, String field) {
        // Given a body without one field
        Map<String, Object> json = endpoint.body.get();
        json.remove(field);

        // Then that field is told
        assertThat(endpoint.read(json)).isEqualTo(missing(field));
    }

    @ParameterizedTest
    @MethodSource("everyField")
    void aFieldOfAnotherTypeIsRefusedBeforeItsRulesAreAsked(Endpoint endpoint, String field) {
        for (Object wrong : new Object[] {Map.of("a", "b"), true, list(list()), null}) {
            if (field.endsWith("ChainId")) {
                assertThat(invalid(endpoint.readWith(field, wrong)).label()).isEqualTo(ErrorLabel.MALFORMED_JSON);
            } else if (!(endpoint.body.get().get(field) instanceof Map && wrong instanceof Map)) {
                Invalid invalid = invalid(endpoint.readWith(field, wrong));
                assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED);
                assertThat(invalid.details()).singleElement().satisfies(detail -> {
                    assertThat(detail.field()).isEqualTo(field);
                    assertThat(detail.issue()).startsWith("Must be ").contains(", not ");
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofSeveralAbsentFieldsOnlyTheFirstIsTold(Endpoint endpoint) {
        String first = endpoint.body.get().keySet().iterator().next();

        assertThat(endpoint.read(object())).isEqualTo(missing(first));
        assertThat(endpoint.read(object("unknown", 1))).isEqualTo(missing(first));
    }

    @ParameterizedTest
    @EnumSource
    void unknownKeysAreIgnored(Endpoint endpoint) {
        assertThat(endpoint.readWith("unknown", list(true))).isInstanceOf(Valid.class);
    }

    @ParameterizedTest
    @EnumSource
    void aDocumentThatIsNoObjectIsRefused(Endpoint endpoint) {
        for (Object json : new Object[] {null, "text", BigInteger.ONE, true, list()}) {
            assertThat(endpoint.form.read(json)).isEqualTo(broken("request", "Must be a JSON object"));
        }
    }

    @Test
    void aWrongTypeIsToldBeforeAnAbsentField() {
        // Given a body that lacks its first field and has a number where text belongs
        Map<String, Object> json = SampleBodies.inputProof();
        json.remove("contractChainId");
        json.put("userAddress", BigInteger.ONE);

        // Then the type is told
        assertThat(Endpoint.INPUT_PROOF.read(json)).isEqualTo(broken("userAddress", "Must be a string, not a number"));
    }

    @Test
    void ofSeveralWrongTypesTheFirstOfTheDocumentIsTold() {
        // Given two wrong types, in the document's order against the form's
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("extraData", true);
        json.put("contractAddress", BigInteger.ONE);
        json.putAll(Map.of("userAddress", B));

        assertThat(Endpoint.INPUT_PROOF.read(json)).isEqualTo(broken("extraData", "Must be a string, not a boolean"));
    }

    @Test
    void absentKeysOfNestedObjectsAreMissingFields() {
        assertThat(Endpoint.USER_DECRYPT.readWith("handleContractPairs", list(object("handle", HANDLE))))
                .isEqualTo(missing("contractAddress"));
        assertThat(Endpoint.USER_DECRYPT.readWith("handleContractPairs", list(object("contractAddress", A))))
                .isEqualTo(missing("handle"));
        assertThat(Endpoint.USER_DECRYPT.readWith("requestValidity", object("startTimestamp", "1")))
                .isEqualTo(missing("durationDays"));
        assertThat(Endpoint.USER_DECRYPT.readWith("requestValidity", object("durationDays", "1")))
                .isEqualTo(missing("startTimestamp"));
    }

    static Stream<Arguments> wrongTypesInside() {
        return Stream.of(
                Arguments.of("handleContractPairs", list(HANDLE)),
                Arguments.of("handleContractPairs", list(pair(BigInteger.ONE, A))),
                Arguments.of("handleContractPairs", list(pair(HANDLE, A), pair(HANDLE, true))),
                Arguments.of("contractAddresses", list(BigInteger.ONE)),
                Arguments.of("contractAddresses", list(A, list())),
                Arguments.of("requestValidity", validity(BigInteger.ONE, "7")),
                Arguments.of("requestValidity", validity("1", BigInteger.ONE)),
                Arguments.of("requestValidity", list("1", "7")));
    }

    @ParameterizedTest
    @MethodSource("wrongTypesInside")
    void wrongTypesInsideAFieldAreToldUnderIt(String field, Object value) {
        Invalid invalid = invalid(Endpoint.USER_DECRYPT.readWith(field, value));

        assertThat(invalid.label()).isEqualTo(ErrorLabel.VALIDATION_FAILED);
        assertThat(invalid.details()).extracting(FieldIssue::field).containsExactly(field);
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                        badAddresses(Endpoint.INPUT_PROOF, "contractAddress", address -> address),
                        badAddresses(Endpoint.INPUT_PROOF, "userAddress", address -> address),
                        badAddresses(Endpoint.USER_DECRYPT, "userAddress", address -> address),
                        badAddresses(Endpoint.DELEGATED_USER_DECRYPT, "delegatorAddress", address -> address),
                        badAddresses(Endpoint.DELEGATED_USER_DECRYPT, "delegateAddress", address -> address),
                        badHandles(Endpoint.PUBLIC_DECRYPT, "ciphertextHandles", handle -> list(handle)),
                        badHandles(Endpoint.PUBLIC_DECRYPT, "ciphertextHandles", handle -> list(HANDLE, handle)),
                        badChainIds(Endpoint.INPUT_PROOF, "contractChainId"),
                        badDecryptExtraData(Endpoint.PUBLIC_DECRYPT),
                        badInputProofs(),
                        badLegacyDecrypts(Endpoint.USER_DECRYPT),
                        badLegacyDecrypts(Endpoint.DELEGATED_USER_DECRYPT),
                        badValidities(),
                        badStartsAndDurations())
                .flatMap(Function.identity());
    }

    private static Stream<Arguments> badAddresses(Endpoint endpoint, String field, Function<String, Object> value) {
        String digits = "aa".repeat(20);
        return Stream.of(
                bad(endpoint, field, value.apply(""), ADDRESS_PREFIX),
                bad(endpoint, field, value.apply(digits), ADDRESS_PREFIX),
                bad(endpoint, field, value.apply("0X" + digits), ADDRESS_PREFIX),
                bad(endpoint, field, value.apply("0x"), ADDRESS_LENGTH),
                bad(endpoint, field, value.apply("0x" + digits.substring(1)), ADDRESS_LENGTH),
                bad(endpoint, field, value.apply("0x" + digits + "a"), ADDRESS_LENGTH),
                bad(endpoint, field, value.apply("0x" + digits.substring(1) + "g"), ADDRESS_DIGITS));
    }

    private static Stream<Arguments> badHandles(Endpoint endpoint, String field, Function<String, Object> value) {
        String digits = "11".repeat(32);
        return Stream.of(
                bad(endpoint, field, value.apply(""), ADDRESS_PREFIX),
                bad(endpoint, field, value.apply(digits), ADDRESS_PREFIX),
                bad(endpoint, field, value.apply("0x" + digits.substring(1)), HANDLE_DIGITS),
                bad(endpoint, field, value.apply("0x" + digits.substring(2) + "zz"), HANDLE_DIGITS),
                bad(endpoint, field, value.apply("0x"), HANDLE_LENGTH),
                bad(endpoint, field, value.apply("0x" + digits.substring(2)), HANDLE_LENGTH),
                bad(endpoint, field, value.apply("0x" + digits + "11"), HANDLE_LENGTH));
    }

    private static Stream<Arguments> badChainIds(Endpoint endpoint, String field) {
        return Stream.<Object>of(
                        "",
                        "mainnet",
                        "-1",
                        "+1",
                        " 1",
                        "1.0",
                        "0x",
                        "0xg",
                        "1f49",
                        "18446744073709551616",
                        "0x10000000000000000",
                        "9".repeat(100_000),
                        BigInteger.TWO.pow(64),
                        BigInteger.ONE.negate(),
                        new BigDecimal("8009.5"),
                        new BigDecimal("1e999999999"))
                .map(value -> bad(endpoint, field, value, CHAIN_ID));
    }

    private static Stream<Arguments> badDecryptExtraData(Endpoint endpoint) {
        return Stream.of(
                        "",
                        "0x",
                        "00",
                        "0X00",
                        "0x0",
                        "0x0000",
                        "0x01",
                        "0x02",
                        "0x03" + CONTEXT,
                        "garbage",
                        "0x01" + "00".repeat(32),
                        "0x01" + CONTEXT + "00",
                        "0x01" + CONTEXT.substring(2),
                        "0x02" + CONTEXT,
                        "0x02" + CONTEXT + "00".repeat(32),
                        "0x02" + "00".repeat(32) + EPOCH,
                        "0x01" + CONTEXT.substring(1) + "z")
                .map(value -> bad(endpoint, "extraData", value, DECRYPT_EXTRA_DATA));
    }

    private static Stream<Arguments> badInputProofs() {
        Endpoint endpoint = Endpoint.INPUT_PROOF;
        String ciphertext = "ciphertextWithInputVerification";
        return Stream.of(
                bad(endpoint, ciphertext, "", "Must have at least 1 characters"),
                bad(endpoint, ciphertext, "0xdeadbeef", BARE_PREFIX),
                bad(endpoint, ciphertext, "deadbee", BARE_DIGITS),
                bad(endpoint, ciphertext, "deadbeeg", BARE_DIGITS),
                bad(endpoint, "extraData", "", "Must be 0x00"),
                bad(endpoint, "extraData", "00", "Must be 0x00"),
                bad(endpoint, "extraData", "0x01" + CONTEXT, "Must be 0x00"));
    }

    private static Stream<Arguments> badLegacyDecrypts(Endpoint endpoint) {
        String pairs = "handleContractPairs";
        return Stream.of(
                        badAddresses(endpoint, "contractAddresses", address -> list(address)),
                        badAddresses(endpoint, "contractAddresses", address -> list(A, address)),
                        badAddresses(endpoint, pairs, address -> list(pair(HANDLE, address))),
                        badHandles(endpoint, pairs, handle -> list(pair(handle, A))),
                        badHandles(endpoint, pairs, handle -> list(pair(HANDLE, A), pair(handle, A))),
                        badChainIds(endpoint, "contractsChainId"),
                        badDecryptExtraData(endpoint),
                        badKeysAndLists(endpoint))
                .flatMap(Function.identity());
    }

    private static Stream<Arguments> badKeysAndLists(Endpoint endpoint) {
        return Stream.of(
                bad(endpoint, "signature", "", SIGNATURE_LENGTH),
                bad(endpoint, "signature", "cd".repeat(64), SIGNATURE_LENGTH),
                bad(endpoint, "signature", "cd".repeat(66), SIGNATURE_LENGTH),
                bad(endpoint, "signature", "0x" + "cd".repeat(64), BARE_PREFIX),
                bad(endpoint, "signature", "0x" + "cd".repeat(65), SIGNATURE_LENGTH, BARE_PREFIX),
                bad(endpoint, "signature", "cd".repeat(64) + "zz", BARE_DIGITS),
                bad(endpoint, "publicKey", "", "Must have at least 2 characters"),
                bad(endpoint, "publicKey", "a", "Must have at least 2 characters", BARE_DIGITS),
                bad(endpoint, "publicKey", "0xabcd", BARE_PREFIX),
                bad(endpoint, "handleContractPairs", list(), EMPTY_LIST),
                bad(endpoint, "contractAddresses", list(), EMPTY_LIST),
                bad(Endpoint.PUBLIC_DECRYPT, "ciphertextHandles", list(), EMPTY_LIST));
    }

    private static Stream<Arguments> badValidities() {
        Endpoint endpoint = Endpoint.USER_DECRYPT;
        String future = Long.toString(NOW.getEpochSecond() + 1);
        return Stream.of(
                bad(endpoint, "requestValidity", validity(future, "7"), FUTURE),
                bad(endpoint, "requestValidity", validity("0x" + "f".repeat(64), "7"), FUTURE),
                bad(endpoint, "requestValidity", validity("0x1" + "0".repeat(64), "7"), START),
                bad(endpoint, "requestValidity", validity("", "7"), START),
                bad(endpoint, "requestValidity", validity("yesterday", "7"), START),
                bad(endpoint, "requestValidity", validity("-1", "7"), START),
                bad(endpoint, "requestValidity", validity("1", "seven"), DURATION),
                bad(endpoint, "requestValidity", validity("1", ""), DURATION),
                bad(endpoint, "requestValidity", validity("1", "0x7"), DURATION),
                bad(endpoint, "requestValidity", validity("1", "1.5"), DURATION),
                bad(endpoint, "requestValidity", validity("1", "4294967296"), DURATION),
                bad(endpoint, "requestValidity", validity(future, "seven"), FUTURE));
    }

    private static Stream<Arguments> badStartsAndDurations() {
        Endpoint endpoint = Endpoint.DELEGATED_USER_DECRYPT;
        return Stream.of(
                bad(endpoint, "startTimestamp", Long.toString(NOW.getEpochSecond() + 1), FUTURE),
                bad(endpoint, "startTimestamp", "", START),
                bad(endpoint, "startTimestamp", "-1", START),
                bad(endpoint, "startTimestamp", "0x1" + "0".repeat(64), START),
                bad(endpoint, "durationDays", "seven", DURATION),
                bad(endpoint, "durationDays", "0x7", DURATION),
                bad(endpoint, "durationDays", "4294967296", DURATION));
    }

    private static Arguments bad(Endpoint endpoint, String field, Object value, String... issues) {
        return Arguments.of(endpoint, field, value, List.of(issues));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void aValueThatBreaksARuleIsToldUnderItsField(Endpoint endpoint, String field, Object value, List<String> issues) {
        assertThat(endpoint.readWith(field, value))
                .isEqualTo(new Invalid(
                        ErrorLabel.VALIDATION_FAILED,
                        "The request is not valid",
                        issues.stream()
                                .map(issue -> new FieldIssue(field, issue))
                                .toList()));
    }

    @Test
    void allFieldsAreToldAtOnceInTheOrderOfTheForm() {
        // Given a body that breaks a rule in three fields, in another order
        Map<String, Object> json = object(
                "extraData",
                "0x01",
                "userAddress",
                "",
                "contractAddress",
                A,
                "contractChainId",
                "x",
                "ciphertextWithInputVerification",
                "00");

        assertThat(invalid(Endpoint.INPUT_PROOF.read(json)).details())
                .extracting(FieldIssue::field)
                .containsExactly("contractChainId", "userAddress", "extraData");
    }

    private static InternalJobId jobId(Validation validation) {
        RelayerRequest request = ((Valid) validation).request();
        return InternalJobId.of(request);
    }

    private static Invalid invalid(Validation validation) {
        assertThat(validation).isInstanceOf(Invalid.class);
        return (Invalid) validation;
    }

    private static Invalid missing(String field) {
        return new Invalid(
                ErrorLabel.MISSING_FIELDS,
                "A required field is missing",
                List.of(new FieldIssue(field, "Required but missing")));
    }

    private static Invalid broken(String field, String issue) {
        return new Invalid(
                ErrorLabel.VALIDATION_FAILED, "The request is not valid", List.of(new FieldIssue(field, issue)));
    }
}
