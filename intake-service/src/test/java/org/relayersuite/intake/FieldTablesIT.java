package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.relayersuite.intake.Bodies.DELEGATED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.INPUT_PROOF;
import static org.relayersuite.intake.Bodies.PUBLIC_DECRYPT;
import static org.relayersuite.intake.Bodies.UNIFIED_USER_DECRYPT;
import static org.relayersuite.intake.Bodies.USER_DECRYPT;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.store.sql.Database;

/** The tables of spec/relayer.md, section 12, items 15, 17, 18, 31 and 32: a field, a bad value, and who is to blame. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class FieldTablesIT {
    private static final String PAYLOAD = "/attestedPayload";

    /** Bad values of each kind of field. */
    private enum Values {
        ADDRESS(text(
                "",
                "0x",
                "0x" + "aa".repeat(19),
                "0x" + "aa".repeat(21),
                "aa".repeat(20),
                "0X" + "aa".repeat(20),
                "0xg" + "a".repeat(39),
                " 0x" + "aa".repeat(20))),
        BARE_HEX(text("", "0x", "0xdeadbeef", "abc", "zz", "de ad")),
        PREFIXED_HEX(text("", "0x", "abcd", "0xzz", "0xabc", "0Xabcd")),
        BARE_SIGNATURE(text(
                "", "cd".repeat(64), "cd".repeat(66), "0x" + "cd".repeat(65), "0x" + "cd".repeat(64), "zz".repeat(65))),
        PREFIXED_SIGNATURE(text("cd".repeat(65), "zz", "0xzz", "0xabc", " ")),
        INPUT_PROOF_EXTRA_DATA(text("", "0x", "00", "0x01", "0x0000", "garbage")),
        DECRYPT_EXTRA_DATA(text(
                "",
                "0x",
                "00",
                "0X00",
                "0x01",
                "0x02",
                "0x03",
                "0x0000",
                "garbage",
                "0x01" + "00".repeat(32),
                "0x01" + "07" + "00".repeat(30),
                "0x01" + "07" + "00".repeat(32),
                "0x02" + "07" + "00".repeat(31) + "00".repeat(32),
                "0x02" + "00".repeat(32) + "08" + "00".repeat(31))),
        CHAIN_ID(text("", "mainnet", "-1", "1.5", "0x", "18446744073709551616", "0x10000000000000000")),
        HANDLE(text("", "0x", "11".repeat(32), "0x" + "11".repeat(31), "0x" + "11".repeat(33), "0x" + "zz".repeat(32))),
        START(text("", "4102444800", "yesterday", "-1", "1.5")),
        DURATION(text("", "a week", "-7", "1.5", "4294967296")),
        DURATION_SECONDS(text("", "a week", "-7", "1.5", "0x10", "18446744073709551616")),
        CONSTANT(text("", "2", "eip712", "public_decryption")),
        EMPTY_LIST(List.of("[]"));

        private final List<String> json;

        Values(List<String> json) {
            this.json = json;
        }

        private static List<String> text(String... values) {
            return Arrays.stream(values).map(value -> '"' + value + '"').toList();
        }
    }

    @TestHTTPResource
    URI base;

    @Inject
    Database database;

    private Api api;
    private long rowsBefore;

    @BeforeEach
    void count() {
        api = new Api(base);
        rowsBefore = new Rows(database).countAll();
    }

    @AfterEach
    void nothingIsStored() {
        assertThat(new Rows(database).countAll()).isEqualTo(rowsBefore);
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                        inputProof(),
                        publicDecrypt(),
                        legacy(USER_DECRYPT),
                        userDecrypt(),
                        legacy(DELEGATED_USER_DECRYPT),
                        delegatedUserDecrypt(),
                        unified())
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> inputProof() {
        return Stream.of(
                        row(INPUT_PROOF, "/contractChainId", Values.CHAIN_ID, "contractChainId"),
                        row(INPUT_PROOF, "/contractAddress", Values.ADDRESS, "contractAddress"),
                        row(INPUT_PROOF, "/userAddress", Values.ADDRESS, "userAddress"),
                        row(
                                INPUT_PROOF,
                                "/ciphertextWithInputVerification",
                                Values.BARE_HEX,
                                "ciphertextWithInputVerification"),
                        row(INPUT_PROOF, "/extraData", Values.INPUT_PROOF_EXTRA_DATA, "extraData"))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> publicDecrypt() {
        return Stream.of(
                        row(PUBLIC_DECRYPT, "/ciphertextHandles", Values.EMPTY_LIST, "ciphertextHandles"),
                        row(PUBLIC_DECRYPT, "/ciphertextHandles/1", Values.HANDLE, "ciphertextHandles"),
                        row(PUBLIC_DECRYPT, "/extraData", Values.DECRYPT_EXTRA_DATA, "extraData"))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> legacy(String path) {
        return Stream.of(
                        row(path, "/handleContractPairs", Values.EMPTY_LIST, "handleContractPairs"),
                        row(path, "/handleContractPairs/0/handle", Values.HANDLE, "handleContractPairs"),
                        row(path, "/handleContractPairs/0/contractAddress", Values.ADDRESS, "handleContractPairs"),
                        row(path, "/contractsChainId", Values.CHAIN_ID, "contractsChainId"),
                        row(path, "/contractAddresses", Values.EMPTY_LIST, "contractAddresses"),
                        row(path, "/contractAddresses/0", Values.ADDRESS, "contractAddresses"),
                        row(path, "/signature", Values.BARE_SIGNATURE, "signature"),
                        row(path, "/publicKey", Values.BARE_HEX, "publicKey"),
                        row(path, "/extraData", Values.DECRYPT_EXTRA_DATA, "extraData"))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> userDecrypt() {
        return Stream.of(
                        row(USER_DECRYPT, "/userAddress", Values.ADDRESS, "userAddress"),
                        row(USER_DECRYPT, "/requestValidity/startTimestamp", Values.START, "requestValidity"),
                        row(USER_DECRYPT, "/requestValidity/durationDays", Values.DURATION, "requestValidity"))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> delegatedUserDecrypt() {
        return Stream.of(
                        row(DELEGATED_USER_DECRYPT, "/delegatorAddress", Values.ADDRESS, "delegatorAddress"),
                        row(DELEGATED_USER_DECRYPT, "/delegateAddress", Values.ADDRESS, "delegateAddress"),
                        row(DELEGATED_USER_DECRYPT, "/startTimestamp", Values.START, "startTimestamp"),
                        row(DELEGATED_USER_DECRYPT, "/durationDays", Values.DURATION, "durationDays"))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> unified() {
        String path = UNIFIED_USER_DECRYPT;
        return Stream.of(
                        row(path, "/attestationType", Values.CONSTANT, "attestationType"),
                        row(path, "/signature", Values.PREFIXED_SIGNATURE, "signature"),
                        row(path, PAYLOAD + "/version", Values.CONSTANT, "attestedPayload.version"),
                        row(path, PAYLOAD + "/type", Values.CONSTANT, "attestedPayload.type"),
                        row(path, PAYLOAD + "/handles", Values.EMPTY_LIST, "attestedPayload.handles"),
                        row(
                                path,
                                PAYLOAD + "/handles/1/ctHandle",
                                Values.HANDLE,
                                "attestedPayload.handles[1].ctHandle"),
                        row(
                                path,
                                PAYLOAD + "/handles/0/contractAddress",
                                Values.ADDRESS,
                                "attestedPayload.handles[0].contractAddress"),
                        row(
                                path,
                                PAYLOAD + "/handles/0/ownerAddress",
                                Values.ADDRESS,
                                "attestedPayload.handles[0].ownerAddress"),
                        row(path, PAYLOAD + "/userAddress", Values.ADDRESS, "attestedPayload.userAddress"),
                        row(
                                path,
                                PAYLOAD + "/allowedContracts/0",
                                Values.ADDRESS,
                                "attestedPayload.allowedContracts[0]"),
                        row(
                                path,
                                PAYLOAD + "/requestValidity/startTimestamp",
                                Values.START,
                                "attestedPayload.requestValidity.startTimestamp"),
                        row(
                                path,
                                PAYLOAD + "/requestValidity/durationSeconds",
                                Values.DURATION_SECONDS,
                                "attestedPayload.requestValidity.durationSeconds"),
                        row(path, PAYLOAD + "/publicKey", Values.PREFIXED_HEX, "attestedPayload.publicKey"),
                        row(path, PAYLOAD + "/extraData", Values.DECRYPT_EXTRA_DATA, "attestedPayload.extraData"))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> row(String path, String place, Values values, String blamed) {
        return values.json.stream().map(value -> Arguments.of(path, place, value, blamed));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void aBadValueIsToldUnderTheNameOfItsField(String path, String place, String value, String blamed)
            throws Exception {
        JsonNode body = Api.JSON.valueToTree(Bodies.of(path));

        Reply reply =
                api.post(path, replaced(body, place, Api.JSON.readTree(value))).assertProblem(400, "validation_failed");

        assertThat(reply.json().at("/error/details/0/field").asText()).isEqualTo(blamed);
        assertThat(reply.json().at("/error/details/0/issue").asText()).isNotBlank();
    }

    static Stream<Arguments> places() {
        return Arrays.stream(Endpoint.values()).flatMap(endpoint -> {
            JsonNode body = Api.JSON.valueToTree(Bodies.of(endpoint.path()));
            JsonNode payload = body.at(PAYLOAD);
            Stream<String> outer = body.properties().stream().map(field -> "/" + field.getKey());
            Stream<String> inner = payload.properties().stream().map(field -> PAYLOAD + "/" + field.getKey());
            return Stream.concat(outer, inner).map(place -> Arguments.of(endpoint.path(), place));
        });
    }

    @ParameterizedTest
    @MethodSource("places")
    void aValueOfAnotherJsonTypeIsRefused(String path, String place) throws Exception {
        JsonNode body = Api.JSON.valueToTree(Bodies.of(path));

        for (String other : List.of("null", "true", "[[]]", "{\"a\":{}}", "7.5")) {
            JsonNode value = Api.JSON.readTree(other);
            Reply reply = api.post(path, replaced(body.deepCopy(), place, value));

            // A chain id may be of two types, and what is of neither is no JSON that anybody would send.
            String label = place.toLowerCase(Locale.ROOT).endsWith("chainid") && !other.equals("7.5")
                    ? "malformed_json"
                    : value.isObject() && body.at(place).isObject()
                            ? reply.json().at("/error/label").asText()
                            : "validation_failed";
            reply.assertProblem(400, label);
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void anAbsentFieldIsNamedByItsPath(String path, String place) {
        JsonNode body = Api.JSON.valueToTree(Bodies.of(path));
        JsonPointer pointer = JsonPointer.compile(place);
        ((ObjectNode) body.at(pointer.head())).remove(pointer.last().getMatchingProperty());

        Reply reply = api.post(path, body).assertProblem(400, "missing_fields");

        assertThat(reply.json().at("/error/details/0/field").asText())
                .isEqualTo(place.substring(1).replace('/', '.'));
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void aBodyWithAMissingBraceOrCommaIsMalformed(Endpoint endpoint) throws Exception {
        String body = Api.JSON.writeValueAsString(Bodies.of(endpoint.path()));

        for (String broken :
                List.of(body.substring(0, body.length() - 1), body.substring(1), body.replaceFirst(",", " "))) {
            api.post(endpoint.path(), broken.getBytes(StandardCharsets.UTF_8)).assertProblem(400, "malformed_json");
        }
    }

    private static JsonNode replaced(JsonNode body, String place, JsonNode value) {
        JsonPointer pointer = JsonPointer.compile(place);
        JsonNode parent = body.at(pointer.head());
        if (parent instanceof ObjectNode object) {
            object.set(pointer.last().getMatchingProperty(), value);
        } else {
            ((ArrayNode) parent).set(pointer.last().getMatchingIndex(), value);
        }
        return body;
    }
}
