package org.relayersuite.blocklistener.wiring;

import io.quarkus.vertx.http.ManagementInterface;
import io.smallrye.health.SmallRyeHealthReporter;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The paths and bodies that probes of the reference listener ask for (spec/listener.md 7.4), beside /q/health. */
@ApplicationScoped
class ProbePaths {
    private static final String OK = "{\"status\":\"ok\"}";
    private static final String NOT_READY = "{\"status\":\"error\",\"reason\":\"not ready\"}";
    private static final int SERVICE_UNAVAILABLE = 503;

    private final SmallRyeHealthReporter health;

    ProbePaths(SmallRyeHealthReporter health) {
        this.health = health;
    }

    void register(@Observes ManagementInterface management) {
        management.router().get("/livez").handler(request -> answer(request, true));
        // The checks wait for the database and the broker: not on the event loop.
        management.router().get("/readyz").blockingHandler(this::readiness, false);
    }

    private void readiness(RoutingContext request) {
        answer(request, !health.getReadiness().isDown());
    }

    private static void answer(RoutingContext request, boolean ok) {
        request.response()
                .setStatusCode(ok ? 200 : SERVICE_UNAVAILABLE)
                .putHeader("Content-Type", "application/json")
                .end(ok ? OK : NOT_READY);
    }
}
