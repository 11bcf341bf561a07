package org.relayersuite.intake.probe;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.Paths;

/**
 * {@code /liveness}, {@code /healthz}, {@code /version}. {@code /healthz} is about the whole suite; whether this pod is
 * to get traffic is told by the readiness of the management port, which depends on the database alone.
 */
@ApplicationScoped
class Probes {
    private final Paths paths;
    private final Dependencies dependencies;
    private final Version version;

    Probes(Paths paths, Dependencies dependencies, HttpConfig config) {
        this.paths = paths;
        this.dependencies = dependencies;
        this.version = new Version(
                config.version().name(),
                config.version().version(),
                config.version().build().orElseGet(Build::ofClasspath));
    }

    void serve(@Observes Router router) {
        paths.serve(router, "/liveness", Map.of(HttpMethod.GET, http -> Answer.of(200, Map.of("status", "alive"))));
        paths.serve(router, "/healthz", Map.of(HttpMethod.GET, http -> healthz()));
        paths.serve(router, "/version", Map.of(HttpMethod.GET, http -> Answer.of(200, version)));
    }

    private Answer healthz() {
        Health health = dependencies.health();
        return Answer.of(health.httpStatus(), health.body());
    }

    record Version(String name, String version, String build) {}
}
