package org.relayersuite.intake.document;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.function.Function;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.answer.Content;
import org.relayersuite.intake.http.Exchange;
import org.relayersuite.intake.http.Paths;

/**
 * {@code /openapi.yaml}, {@code /openapi.json} and {@code /docs}. Read when first asked for: it costs no start-up time.
 * The page loads nothing: it has no script, and its style stands in it.
 */
@ApplicationScoped
class Documents {
    private final Paths paths;
    private final ObjectMapper mapper;
    private volatile Pages pages;

    Documents(Paths paths, ObjectMapper mapper) {
        this.paths = paths;
        this.mapper = mapper;
    }

    void serve(@Observes Router router) {
        paths.serve(router, "/openapi.yaml", get(Pages::yaml));
        paths.serve(router, "/openapi.json", get(Pages::json));
        paths.serve(router, "/docs", get(Pages::docs));
    }

    private Map<HttpMethod, Exchange> get(Function<Pages, Answer> page) {
        return Map.of(HttpMethod.GET, http -> page.apply(pages()));
    }

    private Pages pages() {
        Pages read = pages;
        if (read == null) {
            // Two who come at once read the same document twice.
            read = Pages.of(OpenApi.load(), mapper);
            pages = read;
        }
        return read;
    }

    /** The three answers, which never change. */
    private record Pages(Answer yaml, Answer json, Answer docs) {

        static Pages of(OpenApi api, ObjectMapper mapper) {
            return new Pages(
                    Answer.of(200, new Content("application/yaml", api.yaml())),
                    Answer.of(200, api.tree()),
                    Answer.of(200, new Content("text/html; charset=utf-8", DocsPage.of(api, mapper)))
                            .with("Content-Security-Policy", DocsPage.CONTENT_SECURITY_POLICY)
                            .with("X-Content-Type-Options", "nosniff"));
        }
    }
}
