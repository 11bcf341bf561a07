package org.relayersuite.intake.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.validation.HostChains;
import org.relayersuite.core.validation.RequestLimits;
import org.relayersuite.core.validation.RequestValidator;
import org.relayersuite.core.validation.Validation;
import org.relayersuite.core.validation.Validation.Invalid;
import org.relayersuite.core.validation.Validation.Valid;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.json.StrictJson;

/** The document says what the service does. */
class OpenApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The schema of the OpenAPI Initiative, as vertx-openapi carries it. */
    private static final String SCHEMA = "/spec.openapis.org/oas/3.1/schema/2022-10-07";

    private static final Clock WITHIN_THE_EXAMPLES = Clock.fixed(Instant.ofEpochSecond(1_767_300_000), ZoneOffset.UTC);
    private static final Set<ErrorLabel> TIMED_OUT =
            Set.of(ErrorLabel.READINESS_CHECK_TIMED_OUT, ErrorLabel.RESPONSE_TIMED_OUT);

    private final DocumentSchemas schemas = DocumentSchemas.load();

    @Test
    void theDocumentIsValidOpenApi31() throws IOException {
        try (InputStream schema = Objects.requireNonNull(getClass().getResourceAsStream(SCHEMA))) {
            JsonNode document = JSON.valueToTree(OpenApi.load().tree());

            assertThat(JsonSchemaFactory.getInstance(VersionFlag.V202012)
                            .getSchema(schema)
                            .validate(document))
                    .isEmpty();
        }
    }

    @Test
    void everyReferenceLeadsSomewhereAndEverySharedPartIsUsed() {
        List<String> references = schemas.document().findValuesAsText("$ref");
        Set<String> parts = new TreeSet<>();
        schemas.document().get("components").properties().forEach(group -> {
            if (!group.getKey().equals("securitySchemes")) {
                group.getValue()
                        .fieldNames()
                        .forEachRemaining(name -> parts.add("#/components/" + group.getKey() + "/" + name));
            }
        });

        assertThat(new TreeSet<>(references)).isEqualTo(parts);
    }

    @Test
    void itHasEveryEndpointAndNoOther() {
        Set<String> posts = new TreeSet<>();
        Set<String> polls = new TreeSet<>();
        schemas.document().get("paths").properties().forEach(path -> {
            if (path.getValue().has("post")) {
                posts.add(path.getKey());
            }
            if (path.getKey().endsWith("/{job_id}")) {
                polls.add(path.getKey().replace("/{job_id}", ""));
                assertThat(path.getValue().has("get")).as(path.getKey()).isTrue();
            }
        });
        Set<String> endpoints =
                Arrays.stream(Endpoint.values()).map(Endpoint::path).collect(Collectors.toCollection(TreeSet::new));

        assertThat(posts).isEqualTo(endpoints);
        assertThat(polls).isEqualTo(endpoints);
    }

    @Test
    void itsLabelsAreThoseOfTheService() {
        List<String> labels = new ArrayList<>();
        schemas.document().at("/components/schemas/ErrorLabel/enum").forEach(label -> labels.add(label.asText()));

        assertThat(labels)
                .containsExactly(
                        Arrays.stream(ErrorLabel.values()).map(ErrorLabel::code).toArray(String[]::new));
    }

    @Test
    void everyLabelStandsUnderTheStatusThatGoesWithIt() {
        // Given each response of each operation, with the labels that its examples are named by
        Map<String, Set<Integer>> statuses = new HashMap<>();
        forEachResponse((where, status, response) -> {
            JsonNode problem = response.at("/content/application~1json");
            if (problem.at("/schema/$ref").asText().endsWith("/Problem")) {
                assertThat(problem.get("examples")).as(where).isNotEmpty();
                problem.get("examples").properties().forEach(example -> {
                    JsonNode value = schemas.resolved(example.getValue()).get("value");
                    assertThat(value.at("/error/label").asText()).as(where).isEqualTo(example.getKey());
                    statuses.computeIfAbsent(example.getKey(), label -> new TreeSet<>())
                            .add(status);
                });
            }
        });

        // Then all labels are there, under their status, under 503 for clients that know no 504, or under one of HTTP's
        assertThat(statuses.keySet())
                .containsExactlyInAnyOrder(
                        Arrays.stream(ErrorLabel.values()).map(ErrorLabel::code).toArray(String[]::new));
        statuses.forEach((code, found) -> {
            ErrorLabel label = ErrorLabel.ofCode(code);
            Set<Integer> expected = new TreeSet<>(Set.of(label.httpStatus()));
            if (TIMED_OUT.contains(label)) {
                expected.add(503);
            } else if (label == ErrorLabel.REQUEST_ERROR) {
                expected.addAll(Set.of(405, 415));
            } else if (label == ErrorLabel.INTERNAL_SERVER_ERROR) {
                expected.add(503);
            }
            assertThat(found).as(code).isEqualTo(expected);
        });
    }

    @Test
    void everyExampleIsOfItsSchema() {
        forEachResponse((where, status, response) -> response.path("content").forEach(this::assertExamples));
        for (Endpoint endpoint : Endpoint.values()) {
            assertExamples(request(endpoint));
        }
    }

    private void assertExamples(JsonNode mediaType) {
        mediaType
                .path("examples")
                .properties()
                .forEach(example -> assertThat(schemas.issues(
                                mediaType, schemas.resolved(example.getValue()).get("value")))
                        .as(example.getKey())
                        .isEmpty());
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void theExampleOfARequestIsValid(Endpoint endpoint) throws Exception {
        assertThat(validate(endpoint, example(endpoint))).isInstanceOf(Valid.class);
    }

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void theFieldsThatItCallsRequiredAre(Endpoint endpoint) throws Exception {
        JsonNode schema = schemas.resolved(request(endpoint).get("schema"));
        Set<String> properties = new TreeSet<>();
        schema.get("properties").fieldNames().forEachRemaining(properties::add);
        Set<String> required = new TreeSet<>();
        schema.get("required").forEach(name -> required.add(name.asText()));

        assertThat(required).isEqualTo(properties);
        for (String field : required) {
            Map<String, Object> body = example(endpoint);
            body.remove(field);
            Invalid invalid = (Invalid) validate(endpoint, body);
            assertThat(invalid.label()).isEqualTo(ErrorLabel.MISSING_FIELDS);
            assertThat(invalid.details()).extracting("field").containsExactly(field);
        }
    }

    private static Validation validate(Endpoint endpoint, Map<String, Object> body) throws Exception {
        Object json = new StrictJson().read(JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8));
        return new RequestValidator(
                        new HostChains(Set.of(BigInteger.valueOf(8009))), new RequestLimits(WITHIN_THE_EXAMPLES))
                .validate(endpoint.form(WITHIN_THE_EXAMPLES), json);
    }

    private JsonNode request(Endpoint endpoint) {
        return schemas.document().path("paths").path(endpoint.path()).at("/post/requestBody/content/application~1json");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> example(Endpoint endpoint) {
        JsonNode example =
                schemas.resolved(request(endpoint).at("/examples/request")).get("value");
        return JSON.convertValue(example, Map.class);
    }

    private interface ResponseVisitor {
        void visit(String where, int status, JsonNode response);
    }

    private void forEachResponse(ResponseVisitor visitor) {
        BiConsumer<String, JsonNode> operation = (where, node) -> node.get("responses")
                .properties()
                .forEach(response -> visitor.visit(
                        where + " " + response.getKey(),
                        Integer.parseInt(response.getKey()),
                        schemas.resolved(response.getValue())));
        schemas.document()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operation.accept(method.getKey() + " " + path.getKey(), method.getValue())));
    }
}
