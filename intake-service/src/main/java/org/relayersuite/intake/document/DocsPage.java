package org.relayersuite.intake.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The OpenAPI document as one page of HTML. */
final class DocsPage {
    private static final String STYLE = """
            body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
            h2{margin-top:3rem;border-top:1px solid #ccc;padding-top:1rem}code,pre{font-family:ui-monospace,monospace}
            h2 b{background:#246;color:#fff;padding:.1rem .5rem;border-radius:.2rem;font-size:.8em}
            pre{background:#f4f4f4;padding:.8rem;overflow-x:auto;font-size:.85rem}
            dt{font-weight:600;margin-top:.8rem}dd{margin-left:1.5rem}summary{cursor:pointer}""";

    /** Nothing may be loaded and nothing may run; the one style is known by its hash. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'; style-src 'sha256-" + sha256(STYLE) + "'";

    private final OpenApi api;
    private final ObjectMapper json;
    private final StringBuilder html = new StringBuilder();

    private DocsPage(OpenApi api, ObjectMapper json) {
        this.api = api;
        this.json = json;
    }

    static String of(OpenApi api, ObjectMapper json) {
        return new DocsPage(api, json).render();
    }

    private String render() {
        Map<String, Object> info = OpenApi.object(api.tree(), "info");
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(text(info, "title"))
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body>\n<h1>")
                .append(text(info, "title"))
                .append("</h1>\n<p>")
                .append(text(info, "description"))
                .append("</p>\n<p>The same as <a href=\"/openapi.yaml\">YAML</a> and as")
                .append(" <a href=\"/openapi.json\">JSON</a>.</p>\n");
        Map<String, Object> paths = OpenApi.object(api.tree(), "paths");
        for (String path : paths.keySet()) {
            Map<String, Object> methods = OpenApi.object(paths, path);
            methods.keySet().forEach(method -> operation(method, path, OpenApi.object(methods, method)));
        }
        return html.append("</body></html>\n").toString();
    }

    private void operation(String method, String path, Map<String, Object> operation) {
        html.append("<h2 id=\"")
                .append(text(operation, "operationId"))
                .append("\"><b>")
                .append(escaped(method.toUpperCase(Locale.ROOT)))
                .append("</b> <code>")
                .append(escaped(path))
                .append("</code></h2>\n<p>")
                .append(text(operation, "summary"))
                .append(". ")
                .append(text(operation, "description"))
                .append("</p>\n");
        if (operation.get("parameters") instanceof List<?> parameters) {
            html.append("<h3>Parameters</h3><dl>\n");
            parameters.forEach(parameter -> parameter(resolved(parameter)));
            html.append("</dl>\n");
        }
        if (operation.containsKey("requestBody")) {
            html.append("<h3>Body</h3>\n");
            content(OpenApi.object(operation, "requestBody"));
        }
        html.append("<h3>Answers</h3><dl>\n");
        Map<String, Object> responses = OpenApi.object(operation, "responses");
        responses.keySet().forEach(status -> answer(status, api.resolved(OpenApi.object(responses, status))));
        html.append("</dl>\n");
    }

    private void parameter(Map<String, Object> parameter) {
        html.append("<dt><code>")
                .append(text(parameter, "name"))
                .append("</code> (")
                .append(text(parameter, "in"))
                .append(")</dt><dd>")
                .append(text(parameter, "description"))
                .append("</dd>\n");
    }

    private void answer(String status, Map<String, Object> response) {
        html.append("<dt>").append(escaped(status)).append("</dt><dd>").append(text(response, "description"));
        Map<String, Object> headers = OpenApi.object(response, "headers");
        if (!headers.isEmpty()) {
            html.append(" Headers: ")
                    .append(escaped(String.join(", ", headers.keySet())))
                    .append('.');
        }
        content(response);
        html.append("</dd>\n");
    }

    /** The examples of a body. Those of a problem are named by its label. */
    private void content(Map<String, Object> withContent) {
        Map<String, Object> types = OpenApi.object(withContent, "content");
        for (String type : types.keySet()) {
            Map<String, Object> examples = OpenApi.object(OpenApi.object(types, type), "examples");
            for (String name : examples.keySet()) {
                Object value = api.resolved(OpenApi.object(examples, name)).get("value");
                html.append("<details><summary><code>")
                        .append(escaped(name))
                        .append("</code></summary><pre>")
                        .append(escaped(value instanceof String string ? string : pretty(value)))
                        .append("</pre></details>\n");
            }
        }
    }

    private String pretty(Object value) {
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was read as YAML is writable as JSON", e);
        }
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> resolved(Object node) {
        return api.resolved((Map<String, Object>) node);
    }

    private static String text(Map<String, Object> node, String key) {
        return escaped(node.getOrDefault(key, "").toString());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
