package org.relayersuite.intake.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The OpenAPI document of this service, {@code openapi.yaml} on the class path. */
record OpenApi(String yaml, Map<String, Object> tree) {
    private static final String RESOURCE = "/openapi.yaml";

    /** Reads the document. */
    static OpenApi load() {
        try (InputStream resource = Objects.requireNonNull(OpenApi.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            String yaml = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            return new OpenApi(yaml, new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
    }

    /** What {@code node} refers to when it is a reference, else the node itself. */
    Map<String, Object> resolved(Map<String, Object> node) {
        Object reference = node.get("$ref");
        if (reference == null) {
            return node;
        }
        Map<String, Object> at = tree;
        for (String step : reference.toString().substring("#/".length()).split("/")) {
            at = object(at, step);
        }
        return at;
    }

    /** The object at {@code key}; empty when there is none. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Map<String, Object> parent, String key) {
        return (Map<String, Object>) parent.getOrDefault(key, Map.of());
    }
}
