package org.relayersuite.intake.probe;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.Paths;

/** {@code /liveness}, {@code /healthz}, {@code /version}. The same checks as the management port's. */
@ApplicationScoped
class Probes {
    private final Paths paths;
    private final Instance<HealthCheck> readiness;
    private final HttpConfig.Version version;

    Probes(Paths paths, @Readiness Instance<HealthCheck> readiness, HttpConfig config) {
        this.paths = paths;
        this.readiness = readiness;
        this.version = config.version();
    }

    void serve(@Observes Router router) {
        paths.serve(router, "/liveness", Map.of(HttpMethod.GET, http -> Answer.of(200, Map.of("status", "alive"))));
        paths.serve(router, "/healthz", Map.of(HttpMethod.GET, http -> healthz()));
        paths.serve(
                router,
                "/version",
                Map.of(
                        HttpMethod.GET,
                        http -> Answer.of(200, new Version(version.name(), version.version(), version.build()))));
    }

    /** Asks every dependency, one after another: 200 when all are well, else 503. */
    private Answer healthz() {
        boolean healthy = true;
        Map<String, String> dependencies = new TreeMap<>();
        for (HealthCheck check : readiness) {
            HealthCheckResponse answer = check.call();
            boolean up = answer.getStatus() == HealthCheckResponse.Status.UP;
            dependencies.put(answer.getName(), up ? "ok" : "fail");
            healthy &= up;
        }
        return Answer.of(healthy ? 200 : 503, new Health(healthy ? "healthy" : "unhealthy", dependencies));
    }

    record Health(String status, Map<String, String> dependencies) {}

    record Version(String name, String version, String build) {}
}
