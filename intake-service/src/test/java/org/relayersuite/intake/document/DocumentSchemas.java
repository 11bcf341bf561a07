package org.relayersuite.intake.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.util.Iterator;
import java.util.Set;

/** The schemas of the document, to hold bodies against. Here, unlike to clients, a key that is not described is wrong. */
public final class DocumentSchemas {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(VersionFlag.V202012);

    private final JsonNode document;

    private DocumentSchemas(JsonNode document) {
        this.document = document;
    }

    /** The service's own document. */
    public static DocumentSchemas load() {
        JsonNode tree = JSON.valueToTree(OpenApi.load().tree());
        close(tree.at("/components/schemas"));
        return new DocumentSchemas(tree);
    }

    /** The document, with references as they stand. */
    public JsonNode document() {
        return document;
    }

    /** The node, or what it refers to. */
    public JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    /** The response of an operation; missing when the document knows none. */
    public JsonNode response(String path, String method, int status) {
        return resolved(
                document.path("paths").path(path).path(method).path("responses").path(Integer.toString(status)));
    }

    /** What is wrong with {@code body} by the schema of a media type. */
    public Set<ValidationMessage> issues(JsonNode mediaType, JsonNode body) {
        ObjectNode schema = mediaType.get("schema").deepCopy();
        schema.set("components", document.get("components"));
        return FACTORY.getSchema(schema).validate(body);
    }

    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.has("properties")
                && object.get("properties").isObject()
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
        for (Iterator<JsonNode> children = schema.elements(); children.hasNext(); ) {
            close(children.next());
        }
    }
}
